package jfs.core.transport;

import java.io.IOException;

/**
 * The bytes of one connection that a {@link Transport} carries in place of TCP, both ways.
 *
 * <p>Threads: any thread may call, at any time. A {@link TransportSender} and a {@link
 * TransportReceiver} are for one thread at a time each, and both threads may be inside at once.
 *
 * <p>An interrupt has no effect on a platform thread that waits here; the thread is still
 * interrupted afterwards, and a receiver also while it waits, as other threads see it. An interrupt
 * of a virtual thread ends the wait with an {@link java.io.InterruptedIOException}. {@link
 * jfs.core.runtime.Interrupts} does that for a sender that parks, and with it {@link
 * jfs.core.runtime.UninterruptibleWait} for a receiver; a thread that waits in a read from TCP has
 * it from the JDK.
 *
 * <p>The ends tell each other by {@link jfs.core.tcp.Flags} how they end. {@link
 * jfs.core.tcp.PeerEnding} makes of these what an end's program is told.
 */
public interface TransportStream {

  /** The sending direction: always the same object. */
  TransportSender sender();

  /** The receiving direction: always the same object. */
  TransportReceiver receiver();

  /**
   * The number of bytes that are there to be received, also where the program has shut down its
   * input and will not receive them.
   *
   * @param beforeSwitch how many of the bytes on TCP come before the peer's switch; the result does
   *     not count these
   * @throws IOException if the peer has broken the rules of the ring, as a read then finds; or if
   *     TCP has to be asked, and was closed
   */
  int available(int beforeSwitch) throws IOException;

  /**
   * Ends the sending direction: the peer reads end of file after what was sent, and a thread that
   * is in {@link TransportSender#send} fails. Called only if this direction has left TCP; else
   * {@link Transport#endsOnTcp} is. The caller leaves TCP as it is: a peer that may wait there must
   * be woken, by {@link Anchor#shutdownOutput} for example, after it can learn why.
   *
   * @throws IOException of TCP's half-close; the peer can learn of the end all the same
   */
  void shutdownOutput() throws IOException;

  /**
   * Makes every receive return end of file, and unblocks a receiver unless it blocks in TCP: the
   * caller shuts that after this. This end asks for no doorbell from now on. Called only if {@link
   * Transport#abort} has returned false, whether the peer has switched or not.
   */
  void shutdownInput();

  /**
   * Tells it the socket's options: in {@link PairingEnd#install}, and when the program has set one
   * of them.
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
   * idempotent. Called only if {@link Transport#abort} has returned false, whether a direction has
   * switched or not. This end asks for no doorbell from now on; the caller reads those that are
   * {@linkplain Transport#doorbellsOwed owed}, and then closes TCP.
   *
   * @param reset whether the peer must see a reset (SO_LINGER 0) instead of an end of file. If this
   *     end has half-closed before, the peer's reader sees that end of file, and all its writes
   *     fail, as with unread bytes
   * @param unreadOnTcp whether bytes that the peer sent before its switch are left unread on TCP:
   *     then all later writes of the peer fail, as with bytes that are left unread here
   */
  void close(boolean reset, boolean unreadOnTcp);

  /**
   * TCP is about to be closed, also where {@link #close} has failed: from now on nothing uses its
   * descriptor by the number, which may be another connection's. Idempotent; allocates nothing.
   */
  default void tcpCloses() {}

  /**
   * Gives the memory back. Called after {@link #close}, when no thread is in either direction;
   * idempotent. Calls of threads that were late may follow, of the two directions, too: they fail
   * as after a close, or do nothing, and touch no memory.
   */
  void release();
}
