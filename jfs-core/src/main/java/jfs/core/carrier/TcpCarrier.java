package jfs.core.carrier;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.util.Set;

/**
 * The real TCP connection, or listener, under one socket.
 *
 * <p>The operations are those of {@link java.net.SocketImpl} and promise what the JDK's own {@code
 * sun.nio.ch.NioSocketImpl} does: which exceptions, which messages, what stays usable afterwards.
 * The contract suite ({@code jfs.contract}) is the specification.
 *
 * <p>Threads: one reader and one writer may block at once. {@link #close} may come from any thread
 * at any time, more than once, and makes blocked threads throw {@code SocketException("Socket
 * closed")}. Interrupting a blocked platform thread has no effect on the socket. Interrupting a
 * blocked virtual thread throws {@link java.io.InterruptedIOException} with the interrupt status
 * set, and {@code java.net.Socket} then closes the socket.
 */
public interface TcpCarrier extends TcpConnection {

  /**
   * Creates the kernel socket.
   *
   * @param stream false for a datagram socket, which {@code new Socket(host, port, false)} still
   *     makes in JDK 17; a carrier may refuse
   */
  void create(boolean stream) throws IOException;

  /**
   * A client carrier of this kind without a kernel socket, to be passed to {@link #accept}. Returns
   * this carrier itself if it is one.
   */
  TcpCarrier blank();

  /**
   * Connects. Closes this carrier when it fails.
   *
   * @param timeoutMillis 0 waits for ever
   * @throws java.net.SocketTimeoutException after {@code timeoutMillis}
   * @throws java.net.UnknownHostException for an unresolved address
   */
  void connect(SocketAddress remote, int timeoutMillis) throws IOException;

  /** Binds; {@code port} 0 lets the kernel choose. */
  void bind(InetAddress address, int port) throws IOException;

  /** Listens; a {@code backlog} below 1 means 50, as in the JDK. */
  void listen(int backlog) throws IOException;

  /**
   * Accepts the next connection into {@code blank}, honouring SO_TIMEOUT.
   *
   * @param blank a carrier of this kind, {@link #blank}
   */
  void accept(TcpCarrier blank) throws IOException;

  /**
   * Accepts the next connection into an implementation that is not JFS's, if this carrier can.
   *
   * @return false if it can't; nothing was accepted then
   */
  default boolean acceptInto(SocketImpl blank) throws IOException {
    return false;
  }

  /**
   * Sets a socket option.
   *
   * @throws UnsupportedOperationException unless {@link #supportedOptions} has it
   */
  <T> void setOption(SocketOption<T> option, T value) throws IOException;

  /**
   * Returns a socket option.
   *
   * @throws UnsupportedOperationException unless {@link #supportedOptions} has it
   */
  <T> T getOption(SocketOption<T> option) throws IOException;

  /** The options that {@code setOption(SocketOption, T)} takes. */
  Set<SocketOption<?>> supportedOptions();
}
