package jfs.core.transport;

import java.io.IOException;

/**
 * What the two ends of a connection agree on beside TCP: whether they use a pair, and from which
 * byte on each direction goes by its {@link #stream}. Each direction switches on its own, at a byte
 * count that both ends know; the stream carries only the bytes after that. {@code docs/protocol.md}
 * has the states.
 *
 * <p>Threads: one at a time calls {@link #announceSwitch}, with the lock of the {@linkplain
 * TransportStream#sender sender} held, and one at a time {@link #awaitEnd} and {@link
 * #readBeyondSwitch}, with that of the {@linkplain TransportStream#receiver receiver}. Any thread
 * may call the rest, at any time.
 */
public interface Transport {

  /** What carries the bytes. */
  TransportStream stream();

  /** Whether both ends have committed to it, for good. Asked before each write until the switch. */
  boolean isCommitted();

  /**
   * Decides that the connection stays on TCP, unless that is decided otherwise already. The program
   * has closed its end, half-closed it or sent urgent data. Does not block: a lock of the end is
   * held, see {@link PairingEnd#install}.
   *
   * <p>After an abort the end neither closes nor releases the stream: the transport gives its
   * memory back by itself. Threads that have got the transport before may still ask it: the peer
   * has not switched, and no doorbell is owed.
   *
   * @return false if both ends have committed, or may have as far as this end knows: the caller
   *     must then receive from the transport where the peer has switched, and send through it once
   *     it {@link #isCommitted}
   */
  boolean abort();

  /**
   * Announces that the sending direction gives {@code bytes} bytes to TCP in all. The caller writes
   * the last of them there right after this call. They wake a receiver that waits on TCP; it then
   * finds the announcement, which was made before. Every later byte comes through {@link
   * TransportSender#send}. Only once {@linkplain #isCommitted committed}.
   *
   * @param bytes negative to take the announcement back: nothing was written, and nothing will come
   *     through this transport
   * @return false if this transport can't reach the peer any more: nothing was announced, and the
   *     direction stays on TCP
   * @throws java.net.SocketException if this end was closed meanwhile: the program's write fails
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

  /**
   * Says that the sending direction is about to end on TCP, by a half-close: {@link
   * TransportSender#send} will never be called. The peer must be able to know before TCP ends: it
   * may have got all the bytes of an announced switch, and waits for what comes after them.
   */
  void endsOnTcp();

  /**
   * How many doorbells the peer has written to TCP, or is about to write, that no thread has read.
   * They come next on TCP after the stream's bytes there.
   */
  int doorbellsOwed();

  /**
   * A reader is about to read doorbells. {@link #readBeyondSwitch} or {@link #readNoDoorbell}
   * follows, unless its stack overflows: then it is not known whether some were read.
   */
  default void readsDoorbells() {}

  /** None was read. */
  default void readNoDoorbell() {}

  /**
   * Called when a read from TCP meets a reset before the direction has switched. Returns whether
   * the caller must tell the application: the kernel tells it once, in the direction that finds the
   * reset first.
   */
  boolean tellReset();
}
