package jfs.agent.channel;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.JfsChannelTcp;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import jfs.core.carrier.OwnTraffic;
import jfs.core.carrier.SelectableTcp;

/** The TCP connection of one of the JDK's channels. Any thread may call. */
final class ChannelTcp implements SelectableTcp {

  private final JfsChannelTcp jdk;
  private final OwnTraffic own;

  /** SO_TIMEOUT, which a channel does not have: in milliseconds, 0 for none. */
  private volatile int timeout;

  ChannelTcp(JfsChannelTcp jdk, OwnTraffic own) {
    this.jdk = jdk;
    this.own = own;
  }

  @Override
  public OwnTraffic own() {
    return own;
  }

  @Override
  public void leavesToJfs() {
    jdk.leavesToJfs();
  }

  @Override
  public InputStream inputStream() {
    return new Input();
  }

  @Override
  public OutputStream outputStream() {
    return new Output();
  }

  private final class Input extends InputStream {

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) > 0 ? one[0] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return jdk.read(bytes, offset, length, TimeUnit.MILLISECONDS.toNanos(timeout));
    }
  }

  private final class Output extends OutputStream {

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      jdk.write(bytes, offset, length);
    }
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    return jdk.read(to);
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    return jdk.write(from);
  }

  @Override
  public int tryRead(byte[] bytes, int offset, int length) throws IOException {
    return jdk.tryRead(bytes, offset, length);
  }

  @Override
  public int tryWrite(byte[] bytes, int offset, int length) throws IOException {
    return jdk.tryWrite(bytes, offset, length);
  }

  @Override
  public void changed() {
    jdk.changed();
  }

  @Override
  public void awaitReadable(int millis) throws IOException {
    jdk.awaitReadable(millis);
  }

  @Override
  public int available() throws IOException {
    return jdk.readable();
  }

  @Override
  public void shutdownInput() throws IOException {
    jdk.endInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    jdk.endOutput();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    jdk.sendUrgent(data);
  }

  @Override
  public boolean resetsIfUnread() {
    return jdk.closesAtOnce();
  }

  @Override
  public void close() throws IOException {
    jdk.end();
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    if (option == SocketOptions.SO_TIMEOUT) {
      timeout = (Integer) value;
      return;
    }
    try {
      jdk.kernelOption(named(option), value);
    } catch (SocketException e) {
      throw e;
    } catch (IOException e) {
      throw closed(e);
    }
  }

  @Override
  public Object getOption(int option) throws SocketException {
    switch (option) {
      case SocketOptions.SO_TIMEOUT -> {
        return timeout;
      }
      case SocketOptions.SO_BINDADDR -> {
        return jdk.local().getAddress();
      }
      default -> {}
    }
    try {
      return option == SocketOptions.SO_OOBINLINE
          ? jdk.isUrgentInline()
          : jdk.kernelOption(named(option));
    } catch (SocketException e) {
      throw e;
    } catch (IOException e) {
      throw closed(e);
    }
  }

  private static SocketException closed(IOException e) {
    SocketException closed = new SocketException("Socket closed");
    closed.initCause(e);
    return closed;
  }

  private static SocketOption<?> named(int option) {
    return switch (option) {
      case SocketOptions.TCP_NODELAY -> StandardSocketOptions.TCP_NODELAY;
      case SocketOptions.SO_LINGER -> StandardSocketOptions.SO_LINGER;
      case SocketOptions.SO_SNDBUF -> StandardSocketOptions.SO_SNDBUF;
      case SocketOptions.SO_RCVBUF -> StandardSocketOptions.SO_RCVBUF;
      default -> throw new IllegalArgumentException("option " + option);
    };
  }

  @Override
  public boolean isEstablished() {
    try {
      return jdk.kernelPeerPort() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public FileDescriptor fileDescriptor() {
    return jdk.descriptor();
  }

  @Override
  public InetAddress remoteAddress() {
    return jdk.remote().getAddress();
  }

  @Override
  public int remotePort() {
    return jdk.remote().getPort();
  }

  @Override
  public int localPort() {
    return jdk.local().getPort();
  }
}
