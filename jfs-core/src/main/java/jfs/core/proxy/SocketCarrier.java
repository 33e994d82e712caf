package jfs.core.proxy;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.util.Set;
import jfs.core.carrier.TcpCarrier;

/**
 * A connection through a SOCKS proxy: the JDK's own {@code new Socket(proxy)}, which no factory
 * replaces. Its remote address is the final target; its TCP connection goes to the proxy.
 */
final class SocketCarrier implements TcpCarrier {

  private final Socket socket;
  private volatile InetSocketAddress target;

  /** The socket itself can't tell: some JDKs close a socket that fails to connect. */
  private volatile boolean closedByProgram;

  SocketCarrier(Proxy proxy) {
    socket = new Socket(proxy);
  }

  @Override
  public void create(boolean stream) {}

  @Override
  public TcpCarrier blank() {
    throw new IllegalStateException("a connection through a proxy is not accepted");
  }

  /**
   * Connects.
   *
   * @throws UnreachableProxyException if the proxy could not be reached
   */
  @Override
  public void connect(SocketAddress remote, int timeoutMillis) throws IOException {
    target = (InetSocketAddress) remote;
    try {
      socket.connect(remote, timeoutMillis);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (SocketException e) {
      if (closedByProgram || isRefusal(e)) {
        throw e;
      }
      throw new UnreachableProxyException(e);
    }
  }

  /** Whether the proxy refused: the JDK throws the same class if it can't reach the proxy. */
  private static boolean isRefusal(SocketException e) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith("SOCKS") || message.contains("SOCKS server");
  }

  @Override
  public void bind(InetAddress address, int port) throws IOException {
    socket.bind(new InetSocketAddress(address, port));
  }

  @Override
  public void listen(int backlog) throws IOException {
    throw new SocketException("A connection does not listen");
  }

  @Override
  public void accept(TcpCarrier blank) throws IOException {
    throw new SocketException("A connection does not accept");
  }

  @Override
  public InputStream inputStream() throws IOException {
    return socket.getInputStream();
  }

  @Override
  public OutputStream outputStream() throws IOException {
    return socket.getOutputStream();
  }

  @Override
  public int available() throws IOException {
    return socket.isInputShutdown() ? 0 : socket.getInputStream().available();
  }

  @Override
  public void shutdownInput() throws IOException {
    socket.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    socket.sendUrgentData(data);
  }

  @Override
  public void close() throws IOException {
    closedByProgram = true;
    socket.close();
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    switch (option) {
      case SocketOptions.TCP_NODELAY -> socket.setTcpNoDelay((Boolean) value);
      case SocketOptions.SO_KEEPALIVE -> socket.setKeepAlive((Boolean) value);
      case SocketOptions.SO_OOBINLINE -> socket.setOOBInline((Boolean) value);
      case SocketOptions.SO_REUSEADDR -> socket.setReuseAddress((Boolean) value);
      case SocketOptions.SO_SNDBUF -> socket.setSendBufferSize((Integer) value);
      case SocketOptions.SO_RCVBUF -> socket.setReceiveBufferSize((Integer) value);
      case SocketOptions.SO_TIMEOUT -> socket.setSoTimeout((Integer) value);
      case SocketOptions.IP_TOS -> socket.setTrafficClass((Integer) value);
      case SocketOptions.SO_LINGER -> {
        boolean on = value instanceof Integer;
        socket.setSoLinger(on, on ? (Integer) value : 0);
      }
      default -> throw new SocketException("Unknown option " + option);
    }
  }

  @Override
  public Object getOption(int option) throws SocketException {
    return switch (option) {
      case SocketOptions.TCP_NODELAY -> socket.getTcpNoDelay();
      case SocketOptions.SO_KEEPALIVE -> socket.getKeepAlive();
      case SocketOptions.SO_OOBINLINE -> socket.getOOBInline();
      case SocketOptions.SO_REUSEADDR -> socket.getReuseAddress();
      case SocketOptions.SO_SNDBUF -> socket.getSendBufferSize();
      case SocketOptions.SO_RCVBUF -> socket.getReceiveBufferSize();
      case SocketOptions.SO_TIMEOUT -> socket.getSoTimeout();
      case SocketOptions.IP_TOS -> socket.getTrafficClass();
      case SocketOptions.SO_BINDADDR -> socket.getLocalAddress();
      case SocketOptions.SO_LINGER -> linger();
      default -> throw new SocketException("Unknown option " + option);
    };
  }

  private Object linger() throws SocketException {
    int seconds = socket.getSoLinger();
    return seconds < 0 ? (Object) Boolean.FALSE : (Object) seconds;
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) throws IOException {
    socket.setOption(option, value);
  }

  @Override
  public <T> T getOption(SocketOption<T> option) throws IOException {
    return socket.getOption(option);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return socket.supportedOptions();
  }

  /** Its addresses are not those of its TCP connection, so no other end has them. */
  @Override
  public boolean isEstablished() {
    return false;
  }

  @Override
  public FileDescriptor fileDescriptor() {
    return null;
  }

  @Override
  public InetAddress remoteAddress() {
    InetSocketAddress to = target;
    return to == null ? null : to.getAddress();
  }

  @Override
  public int remotePort() {
    InetSocketAddress to = target;
    return to == null ? 0 : to.getPort();
  }

  @Override
  public int localPort() {
    return Math.max(0, socket.getLocalPort());
  }
}
