package jfs.core.platform;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.util.Set;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;

/** A TCP connection or listener of the JDK's own. Passes every operation on unchanged. */
public final class PlatformCarrier implements TcpCarrier {

  private final SocketImpl jdk;

  /** Whether the JDK's implementation has a kernel socket, had one, or is a listener's. */
  private volatile boolean used;

  PlatformCarrier(Role role) {
    used = role == Role.LISTENER;
    jdk = PlatformSockets.newSocket(role == Role.LISTENER);
  }

  /** Takes an implementation of the JDK's that is connected. */
  PlatformCarrier(SocketImpl connected) {
    PlatformSockets.require();
    used = true;
    jdk = connected;
  }

  /** The JDK's implementation, for a listener of the JDK's to accept a connection into. */
  public SocketImpl socketImpl() {
    return jdk;
  }

  @Override
  public TcpCarrier blank() {
    return used ? new PlatformCarrier(Role.CLIENT) : this;
  }

  @Override
  public void create(boolean stream) throws IOException {
    PlatformSockets.create(jdk, stream);
    used = true;
  }

  @Override
  public void connect(SocketAddress remote, int timeoutMillis) throws IOException {
    PlatformSockets.connect(jdk, remote, timeoutMillis);
  }

  @Override
  public void bind(InetAddress address, int port) throws IOException {
    PlatformSockets.bind(jdk, address, port);
  }

  @Override
  public void listen(int backlog) throws IOException {
    PlatformSockets.listen(jdk, backlog);
  }

  @Override
  public void accept(TcpCarrier blank) throws IOException {
    PlatformCarrier accepted = (PlatformCarrier) blank;
    PlatformSockets.accept(jdk, accepted.jdk);
    accepted.used = true;
  }

  @Override
  public boolean acceptInto(SocketImpl blank) throws IOException {
    if (blank.getClass() != jdk.getClass()) {
      return false;
    }
    PlatformSockets.accept(jdk, blank);
    return true;
  }

  @Override
  public InputStream inputStream() throws IOException {
    return PlatformSockets.inputStream(jdk);
  }

  @Override
  public OutputStream outputStream() throws IOException {
    return PlatformSockets.outputStream(jdk);
  }

  @Override
  public int available() throws IOException {
    return PlatformSockets.available(jdk);
  }

  @Override
  public void shutdownInput() throws IOException {
    PlatformSockets.shutdownInput(jdk);
  }

  @Override
  public void shutdownOutput() throws IOException {
    PlatformSockets.shutdownOutput(jdk);
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    PlatformSockets.sendUrgentData(jdk, data);
  }

  @Override
  public void close() throws IOException {
    PlatformSockets.close(jdk);
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    jdk.setOption(option, value);
  }

  @Override
  public Object getOption(int option) throws SocketException {
    return jdk.getOption(option);
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    PlatformSockets.setOption(jdk, option, value);
  }

  @Override
  public <T> T getOption(SocketOption<T> option) throws IOException {
    return PlatformSockets.option(jdk, option);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return PlatformSockets.supportedOptions(jdk);
  }

  /** By getpeername(2), which fails with ENOTCONN once a connection was reset. */
  @Override
  public boolean isEstablished() {
    FileDescriptor fd = fileDescriptor();
    try {
      return fd != null && fd.valid() && PlatformSockets.remotePort(fd) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public FileDescriptor fileDescriptor() {
    return PlatformSockets.descriptor(jdk);
  }

  @Override
  public InetAddress remoteAddress() {
    return PlatformSockets.address(jdk);
  }

  @Override
  public int remotePort() {
    return PlatformSockets.port(jdk);
  }

  @Override
  public int localPort() {
    return PlatformSockets.localPort(jdk);
  }
}
