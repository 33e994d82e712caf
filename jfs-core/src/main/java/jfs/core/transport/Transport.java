package jfs.core.transport;

import java.io.IOException;

/**
 * A pair of byte streams for one connection that is no longer carried by TCP. Each direction is
 * switched on its own, at a byte count that both ends know; a transport sees only what comes after.
 *
 * <p>Threads: one sender and one receiver may be inside at once; {@link #close} may come from any
 * thread.
 */
public interface Transport {

  /** What this connection counts as. */
  TransportKind kind();

  /**
   * Sends bytes, blocking while there is no room.
   *
   * @throws java.net.SocketException if the peer is gone or this end was closed
   */
  void send(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Receives at least one byte, blocking until there is one.
   *
   * @param timeoutMillis 0 waits for ever
   * @return how many, or -1 at end of file
   * @throws java.net.SocketTimeoutException after {@code timeoutMillis}; the transport stays usable
   */
  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException;

  /** The number of bytes that can be received without blocking. */
  int available() throws IOException;

  /** Ends the sending direction: the peer reads end of file after what was sent. */
  void shutdownOutput() throws IOException;

  /** Closes both directions and makes threads blocked inside throw; idempotent. */
  void close() throws IOException;
}
