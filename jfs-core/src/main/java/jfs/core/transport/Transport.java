package jfs.core.transport;

import java.io.IOException;

/**
 * A pair of byte streams that two ends share beside their TCP connection. Each direction is
 * switched over on its own, at a byte count that both ends know; a transport sees only what comes
 * after. {@code docs/protocol.md} has the states.
 *
 * <p>Threads: the sending methods are called by one thread at a time, the receiving ones too; a
 * sender and a receiver may be inside at once. {@link #close} and the two shutdowns may come from
 * any thread.
 */
public interface Transport {

  /** What this connection counts as. */
  TransportKind kind();

  /**
   * Whether both ends have bound themselves to it, for good. Asked before each unswitched write.
   */
  boolean isBound();

  /**
   * Decides that the connection stays on TCP, if that is not decided otherwise yet.
   *
   * @return false if both ends are bound, or may be for all that this end knows: the transport is
   *     to be used wherever the peer has switched over, and for sending once it {@link #isBound}
   */
  boolean retract();

  /**
   * Announces how the sending direction leaves TCP: {@code bytes} is how many it gives to TCP in
   * all, the last of which the caller writes there right after this. They wake a receiver that
   * waits on TCP; it finds the announcement, which is told first. Every later byte comes through
   * {@link #send}. Only once {@linkplain #isBound bound}.
   *
   * @param bytes negative to take the announcement back: nothing was written, and nothing will come
   *     through this
   * @return false if the peer can't be reached here any more: nothing was announced, and the
   *     direction stays on TCP
   */
  boolean announceSwitch(long bytes) throws IOException;

  /** How many bytes the peer gave to TCP in all; negative as long as it goes on with that. */
  long peerSwitchedAt();

  /**
   * TCP has ended, in order or not. What the peer says on the transport may be under way still:
   * waits until it is known whether it had switched over before.
   *
   * @param received how many bytes of the stream came by TCP: where the peer switched over at that
   *     place, its stream has an end of its own
   * @return as {@link #peerSwitchedAt}; negative: it had not, so TCP's end is that of the stream
   * @throws java.net.SocketException if this end was closed, if it will never be known, or if the
   *     stream is to end with a reset though TCP ended in order
   */
  long awaitEnd(long received) throws IOException;

  /**
   * Takes what a read from TCP has got beyond the peer's last byte before its switch: wake-ups, and
   * behind them the peer's bytes again if it has returned to TCP. Called by readers.
   */
  void readBeyondSwitch(byte[] bytes, int offset, int length);

  /** The sending direction is about to end on TCP: nothing comes through {@link #send}, ever. */
  void endsOnTcp();

  /**
   * The receiver is about to read from TCP, where so many bytes of the peer's came before. To be
   * followed by another look at {@link #peerSwitchedAt}, and then by the read.
   */
  void readsTcp(long received);

  /** That read is over. */
  void hasReadTcp();

  /**
   * How many bytes on TCP the peer has written, or is about to write, only to wake this end, and
   * nobody has read. They come next on TCP once the stream's bytes there have been read.
   */
  int wakeUpsOwed();

  /**
   * Sends bytes, blocking while there is no room.
   *
   * @throws java.net.SocketException if the peer is gone or this end was closed or shut down
   */
  void send(byte[] bytes, int offset, int length) throws IOException;

  /** Sends a byte of urgent data: in its place in the stream if the peer wants that, or not. */
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
   * A read from TCP met a reset before the direction was switched over. Whether that is news: the
   * kernel tells the application of it once, in whichever direction finds it first.
   */
  boolean tellReset();

  /**
   * The number of bytes that can be received without blocking.
   *
   * @param beforeSwitch how many of the bytes on TCP come before the peer's switch, and are not
   *     counted
   */
  int available(int beforeSwitch) throws IOException;

  /** Ends the sending direction: the peer reads end of file after what was sent. */
  void shutdownOutput() throws IOException;

  /** Makes every receive return end of file, and unblocks a receiver, but for one in TCP. */
  void shutdownInput();

  /**
   * The sizes of TCP's buffers, SO_SNDBUF and SO_RCVBUF: a sender whose peer does not read may
   * count on the room that they would give it.
   */
  void buffers(int send, int receive);

  /** How the receiver takes urgent data has changed: SO_OOBINLINE. */
  void urgentInline(boolean inline);

  /**
   * The program is about to ask for TCP's keep-alive options, or to set them: where the transport
   * has set them itself, they are to be the program's again.
   */
  default void keepAliveAsked() {}

  /**
   * Closes both directions and makes threads blocked inside throw, but for one in TCP; idempotent.
   * To be called before TCP is closed. No wake-up is asked for from here on.
   *
   * @param reset whether the peer is to see a reset (SO_LINGER 0) instead of an end of file
   * @param unreadOnTcp whether bytes that the peer sent before its switch are left unread on TCP:
   *     as with those that are left here, no later write of the peer's is taken then
   */
  void close(boolean reset, boolean unreadOnTcp);

  /** Gives the memory back. Called after {@link #close}, when no thread is inside; idempotent. */
  void release();
}
