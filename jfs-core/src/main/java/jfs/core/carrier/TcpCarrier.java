package jfs.core.carrier;

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

/**
 * The real TCP connection, or listener, under one socket.
 *
 * <p>The operations are those of {@link java.net.SocketImpl} and promise what the JDK's own {@code
 * sun.nio.ch.NioSocketImpl} does: which exceptions, which messages, what stays usable afterwards.
 * The contract suite ({@code jfs.contract}) is the specification.
 *
 * <p>Threads: one reader and one writer may block at once, {@link #close} may come from any thread
 * at any time, more than once, and makes blocked threads throw {@code SocketException("Socket
 * closed")}. Interrupting a blocked platform thread has no effect on the socket; interrupting a
 * blocked virtual thread throws {@link java.io.InterruptedIOException} with the interrupt status
 * set, whereupon {@code java.net.Socket} closes the socket.
 */
public interface TcpCarrier {

  /**
   * Creates the kernel socket.
   *
   * @param stream false for a datagram socket, which {@code new Socket(host, port, false)} still
   *     makes in JDK 17; a carrier may refuse
   */
  void create(boolean stream) throws IOException;

  /**
   * A carrier of this kind, for a client, without a kernel socket: what {@link #accept} is to be
   * given. This one itself if it is that.
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

  /** Reads from the connection; blocking, SO_TIMEOUT honoured, end of file and reset sticky. */
  InputStream inputStream() throws IOException;

  /** Writes to the connection; a write returns when the kernel has taken every byte. */
  OutputStream outputStream() throws IOException;

  /** The number of bytes that can be read without blocking. */
  int available() throws IOException;

  /** Makes every further read return end of file. */
  void shutdownInput() throws IOException;

  /** Sends FIN after what was written. */
  void shutdownOutput() throws IOException;

  /** Sends one byte of urgent data (RFC 6093). */
  void sendUrgentData(int data) throws IOException;

  /** Closes; idempotent. Never blocks for the peer, save for a lingering socket. */
  void close() throws IOException;

  /** Sets an option of {@link java.net.SocketOptions} by number. */
  void setOption(int option, Object value) throws SocketException;

  /** Answers an option of {@link java.net.SocketOptions} by number. */
  Object getOption(int option) throws SocketException;

  /**
   * Sets a socket option.
   *
   * @throws UnsupportedOperationException unless {@link #supportedOptions} has it
   */
  <T> void setOption(SocketOption<T> option, T value) throws IOException;

  /**
   * Answers a socket option.
   *
   * @throws UnsupportedOperationException unless {@link #supportedOptions} has it
   */
  <T> T getOption(SocketOption<T> option) throws IOException;

  /** The options that {@code setOption(SocketOption, T)} takes. */
  Set<SocketOption<?>> supportedOptions();

  /**
   * Whether the kernel has the connection still: it was neither closed nor reset, whatever was read
   * of that so far. False where that can't be told; the connection is then left as it is.
   */
  boolean isEstablished();

  /** Whether a fast transport may ever take the place of connections over this kind of carrier. */
  default boolean canBeLeft() {
    return true;
  }

  /** The JDK's descriptor object, or null where it cannot be had (the channel carrier). */
  FileDescriptor fileDescriptor();

  /** The peer's address; for a listener the address that it is bound to; stays after close. */
  InetAddress remoteAddress();

  /** The peer's port, 0 until connected; stays after close. */
  int remotePort();

  /** The local port, 0 until bound; stays after close. */
  int localPort();
}
