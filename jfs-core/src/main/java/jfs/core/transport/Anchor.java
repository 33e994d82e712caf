package jfs.core.transport;

import java.io.IOException;

/**
 * The TCP connection beneath a transport, as the transport uses it: to be woken through, to learn
 * from that the peer is gone, and to hand the last word back to. After the switch TCP carries no
 * data, unless the transport hands a direction back to it.
 *
 * <p>Threads: one reader and one writer at a time.
 */
public interface Anchor {

  /**
   * Reads what comes, blocking until something does.
   *
   * @param timeoutMillis 0 waits for ever
   * @return how many bytes, -1 at the end
   */
  int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException;

  /** How many bytes can be read without blocking. */
  int available() throws IOException;

  /** Writes, blocking until the kernel has taken everything. */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /** Ends the sending direction of TCP: half-closes it. */
  void shutdownOutput() throws IOException;

  /**
   * Has TCP end with a reset when it is closed: the transport has broken, and whoever reads TCP at
   * the other end must not take its end for that of the stream.
   */
  void resetAtClose();

  /** Closes TCP, for an application that has forgotten its socket. */
  void close() throws IOException;
}
