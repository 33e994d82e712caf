package jfs.core.transport;

import java.io.IOException;

/**
 * A pair of byte streams that two ends share beside their TCP connection. Each direction switches
 * on its own, at a byte count that both ends know; a transport carries only the bytes after that.
 * {@code docs/protocol.md} has the states.
 *
 * <p>Threads: one thread at a time calls the sending methods, and one the receiving methods; a
 * sender and a receiver may be inside at once. {@link #close} and the two shutdowns may come from
 * any thread.
 */
public interface Transport {

  /** The kind that this connection counts as. */
  TransportKind kind();

  /** Whether both ends have committed to it, for good. Asked before each write until the switch. */
  boolean isCommitted();

  /**
   * Decides that the connection stays on TCP, unless that is decided otherwise already.
   *
   * @return false if both ends have committed, or may have as far as this end knows: the caller
   *     must then receive from the transport where the peer has switched, and send through it once
   *     it {@link #isCommitted}
   */
  boolean abort();

  /**
   * Announces that the sending direction gives {@code bytes} bytes to TCP in all. The caller writes
   * the last of them there right after this call. They wake a receiver that waits on TCP; it then
   * finds the announcement, which was made before. Every later byte comes through {@link #send}.
   * Only once {@linkplain #isCommitted committed}.
   *
   * @param bytes negative to take the announcement back: nothing was written, and nothing will come
   *     through this transport
   * @return false if this transport can't reach the peer any more: nothing was announced, and the
   *     direction stays on TCP
   */
  boolean announceSwitch(long bytes) throws IOException;

  /** How many bytes the peer gives to TCP in all; negative until it announces that. */
  long peerSwitchedAt();

  /**
   * Called when TCP has ended, in order or not. What the peer says on the transport may still be
   * under way: waits until this end knows whether the peer had switched before.
   *
   * @param received how many bytes of the stream came by TCP; if the peer switched at that place,
   *     its stream has an end of its own
   * @return as {@link #peerSwitchedAt}; negative if the peer had not switched, so TCP's end is that
   *     of the stream
   * @throws java.net.SocketException if this end was closed, if it will never know, or if the
   *     stream must end with a reset though TCP ended in order
   */
  long awaitEnd(long received) throws IOException;

  /**
   * Takes what a read from TCP has got beyond the peer's last byte before its switch: doorbells,
   * and behind them bytes of the stream again if the peer has returned to TCP. Called by readers.
   */
  void readBeyondSwitch(byte[] bytes, int offset, int length);

  /** Says that the sending direction is about to end on TCP: {@link #send} will never be called. */
  void endsOnTcp();

  /**
   * Says that the receiver is about to read from TCP, after so many bytes of the peer's. The caller
   * then looks at {@link #peerSwitchedAt} once more, and then reads.
   */
  void readsTcp(long received);

  /** Says that this read is over. */
  void hasReadTcp();

  /**
   * How many doorbells the peer has written to TCP, or is about to write, that no thread has read.
   * They come next on TCP after the stream's bytes there.
   */
  int wakeUpsOwed();

  /**
   * Sends bytes, blocking while there is no room.
   *
   * @throws java.net.SocketException if the peer is gone or this end was closed or shut down
   */
  void send(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Sends a byte of urgent data. The peer reads it in its place in the stream, or never, as it
   * wants.
   */
  void sendUrgent(int data) throws IOException;

  /**
   * Receives at least one byte, blocking until there is one.
   *
   * @param timeoutMillis 0 waits for ever
   * @return how many, or -1 at end of file
   * @throws java.net.SocketTimeoutException after {@code timeoutMillis}; the transport stays usable
   */
  int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException;

  /**
   * Called when a read from TCP meets a reset before the direction has switched. Returns whether
   * the caller must tell the application: the kernel tells it once, in the direction that finds the
   * reset first.
   */
  boolean tellReset();

  /**
   * The number of bytes that can be received without blocking.
   *
   * @param beforeSwitch how many of the bytes on TCP come before the peer's switch; the result does
   *     not count these
   */
  int available(int beforeSwitch) throws IOException;

  /** Ends the sending direction: the peer reads end of file after what was sent. */
  void shutdownOutput() throws IOException;

  /** Makes every receive return end of file, and unblocks a receiver unless it blocks in TCP. */
  void shutdownInput();

  /**
   * Sets the sizes of TCP's buffers, SO_SNDBUF and SO_RCVBUF. A sender may count on the room that
   * they would give it while the peer does not read.
   */
  void buffers(int send, int receive);

  /** Sets how the receiver takes urgent data: SO_OOBINLINE. */
  void urgentInline(boolean inline);

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
