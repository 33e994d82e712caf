package jfs.core.transport;

import java.io.IOException;

/**
 * The bytes of one connection that a {@link Transport} carries in place of TCP, both ways.
 *
 * <p>Threads: one thread at a time calls the sending methods, and one the receiving methods; a
 * sender and a receiver may be inside at once. {@link #close} and the two shutdowns may come from
 * any thread.
 *
 * <p>An interrupt has no effect on a platform thread that waits here; the thread is still
 * interrupted afterwards, and a receiver also while it waits, as other threads see it. An interrupt
 * of a virtual thread ends the wait with an {@link java.io.InterruptedIOException}. {@link
 * jfs.core.runtime.Interrupts} does that for a thread that parks; a thread that waits in a read
 * from TCP has it from the JDK.
 *
 * <p>{@link jfs.core.tcp.PeerEnding} decides how the end of the peer appears here.
 */
public interface TransportStream {

  /**
   * Sends bytes, blocking while there is no room.
   *
   * @throws java.net.SocketException if the peer is gone or this end was closed or shut down
   */
  void send(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Sends a byte of urgent data. The peer reads it in its place in the stream, or never, as it
   * wants.
   *
   * @throws IOException as {@link #send}, but a {@link java.net.SocketException} only if this end
   *     was closed: so does the JDK
   */
  void sendUrgent(int data) throws IOException;

  /**
   * Receives at least one byte, blocking until there is one.
   *
   * @param timeoutMillis 0 waits for ever; {@link Anchor#NO_WAIT}, of a {@link SelectableStream},
   *     does not wait
   * @return how many; -1 at end of file; 0 if it does not wait and there is nothing
   * @throws java.net.SocketTimeoutException after {@code timeoutMillis}; the transport stays usable
   * @throws java.net.SocketException if this end was closed; or for a reset by the peer, and then
   *     again at each later call
   */
  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException;

  /**
   * The number of bytes that can be received without blocking.
   *
   * @param beforeSwitch how many of the bytes on TCP come before the peer's switch; the result does
   *     not count these
   */
  int available(int beforeSwitch) throws IOException;

  /**
   * Ends the sending direction: the peer reads end of file after what was sent. The caller leaves
   * TCP as it is: a peer that may wait there must be woken, by {@link Anchor#shutdownOutput} for
   * example, after it can learn why.
   */
  void shutdownOutput() throws IOException;

  /** Makes every receive return end of file, and unblocks a receiver unless it blocks in TCP. */
  void shutdownInput();

  /**
   * Tells it the socket's options: at first, and when the program has set one of them.
   *
   * @param sendBuffer SO_SNDBUF in bytes, and
   * @param receiveBuffer SO_RCVBUF: a sender may count on the room that they give it even if the
   *     peer does not read
   * @param urgentInline SO_OOBINLINE: whether the receiver gets urgent data in its place in the
   *     stream
   */
  void socketOptions(int sendBuffer, int receiveBuffer, boolean urgentInline);

  /**
   * Called before the program asks for TCP's keep-alive options, or sets them. A transport that has
   * changed them gives them back to the program.
   */
  default void keepAliveAsked() {}

  /**
   * Closes both directions and makes threads that block inside throw, unless they block in TCP;
   * idempotent. The caller closes TCP after this. This end asks for no doorbell from now on.
   *
   * @param reset whether the peer must see a reset (SO_LINGER 0) instead of an end of file
   * @param unreadOnTcp whether bytes that the peer sent before its switch are left unread on TCP:
   *     then all later writes of the peer fail, as with bytes that are left unread here
   */
  void close(boolean reset, boolean unreadOnTcp);

  /** Gives the memory back. Called after {@link #close}, when no thread is inside; idempotent. */
  void release();
}
