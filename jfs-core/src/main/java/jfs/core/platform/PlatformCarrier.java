package jfs.core.platform;

import static jfs.core.platform.PlatformSockets.rethrow;

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

/** A TCP connection or listener that is the JDK's own. Every operation is the JDK's, as it is. */
public final class PlatformCarrier implements TcpCarrier {

  private final SocketImpl jdk;

  /** Whether the JDK's implementation has a kernel socket, had one, or is for a listener's. */
  private volatile boolean used;

  PlatformCarrier(Role role) {
    used = role == Role.LISTENER;
    try {
      jdk = (SocketImpl) PlatformSockets.NEW.invokeExact(role == Role.LISTENER);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  /** Takes an implementation of the JDK's that has a connection. */
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
    try {
      PlatformSockets.CREATE.invokeExact(jdk, stream);
      used = true;
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void connect(SocketAddress remote, int timeoutMillis) throws IOException {
    try {
      PlatformSockets.CONNECT.invokeExact(jdk, remote, timeoutMillis);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void bind(InetAddress address, int port) throws IOException {
    try {
      PlatformSockets.BIND.invokeExact(jdk, address, port);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void listen(int backlog) throws IOException {
    try {
      PlatformSockets.LISTEN.invokeExact(jdk, backlog);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void accept(TcpCarrier blank) throws IOException {
    PlatformCarrier accepted = (PlatformCarrier) blank;
    try {
      PlatformSockets.ACCEPT.invokeExact(jdk, accepted.jdk);
      accepted.used = true;
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public boolean acceptInto(SocketImpl blank) throws IOException {
    if (blank.getClass() != jdk.getClass()) {
      return false;
    }
    try {
      PlatformSockets.ACCEPT.invokeExact(jdk, blank);
      return true;
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public InputStream inputStream() throws IOException {
    try {
      return (InputStream) PlatformSockets.INPUT.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public OutputStream outputStream() throws IOException {
    try {
      return (OutputStream) PlatformSockets.OUTPUT.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public int available() throws IOException {
    try {
      return (int) PlatformSockets.AVAILABLE.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void shutdownInput() throws IOException {
    try {
      PlatformSockets.SHUTDOWN_INPUT.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    try {
      PlatformSockets.SHUTDOWN_OUTPUT.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    try {
      PlatformSockets.URGENT.invokeExact(jdk, data);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      PlatformSockets.CLOSE.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
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
    try {
      PlatformSockets.SET_OPTION.invokeExact(jdk, (SocketOption<?>) option, (Object) value);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the JDK's own signature ties the value's type to the option's
  public <T> T getOption(SocketOption<T> option) throws IOException {
    try {
      return (T) (Object) PlatformSockets.GET_OPTION.invokeExact(jdk, (SocketOption<?>) option);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // SocketImpl.supportedOptions returns Set<SocketOption<?>>
  public Set<SocketOption<?>> supportedOptions() {
    try {
      return (Set<SocketOption<?>>) (Set<?>) PlatformSockets.SUPPORTED_OPTIONS.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  /** By getpeername(2), which fails with ENOTCONN once a connection was reset. */
  @Override
  public boolean isEstablished() {
    FileDescriptor fd = fileDescriptor();
    try {
      return fd != null && fd.valid() && (int) PlatformSockets.REMOTE_PORT.invokeExact(fd) > 0;
    } catch (IOException e) {
      return false;
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public FileDescriptor fileDescriptor() {
    try {
      return (FileDescriptor) PlatformSockets.FD.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public InetAddress remoteAddress() {
    try {
      return (InetAddress) PlatformSockets.ADDRESS.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public int remotePort() {
    try {
      return (int) PlatformSockets.PORT.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  @Override
  public int localPort() {
    try {
      return (int) PlatformSockets.LOCAL_PORT.invokeExact(jdk);
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }
}
