package jfs.core.ring;

import java.nio.ByteBuffer;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;

/**
 * What the two ends of one direction share beside the bytes: positions, flags, and how they sleep.
 *
 * @param memory the memory that holds it: a direct buffer of native byte order; absolute access
 *     only
 * @param offset where it begins
 */
public record ControlBlock(ByteBuffer memory, int offset) implements PeerEnding.Receiver {

  /** The decision before the two ends have decided. */
  public static final int OPEN = 0;

  /** The two ends hold the same connection, and will use the rings. */
  public static final int COMMITTED = 1;

  /** The two ends stay on TCP. */
  public static final int ABORTED = 2;

  /** The block at an offset that a peer sent; null if it is misaligned or not in the memory. */
  public static ControlBlock of(ByteBuffer memory, long offset) {
    return offset < 0
            || offset % Long.BYTES != 0
            || offset > memory.capacity() - RingLayout.CONTROL_SIZE
        ? null
        : new ControlBlock(memory, (int) offset);
  }

  /** Resets it for a direction that has not begun, before the peer learns of it. */
  public void clear() {
    for (int i = 0; i < RingLayout.CONTROL_SIZE; i += Long.BYTES) {
      RingLayout.setRelease(memory, offset + i, 0);
    }
    RingLayout.setRelease(memory, offset + RingLayout.SWITCH_AT, -1);
  }

  /** How many bytes the sender has put in. Later reads see all that the sender wrote before it. */
  long tail() {
    return RingLayout.getAcquire(memory, offset + RingLayout.TAIL);
  }

  /** Publishes the bytes before this position, and everything else written so far. */
  void tail(long position) {
    RingLayout.setRelease(memory, offset + RingLayout.TAIL, position);
  }

  /** How many bytes the receiver has taken out: it will not read those again. */
  long head() {
    return RingLayout.getAcquire(memory, offset + RingLayout.HEAD);
  }

  /** Gives the room before this position back, after the reads from it. */
  void head(long position) {
    RingLayout.setRelease(memory, offset + RingLayout.HEAD, position);
  }

  /** Whether the receiver has left bytes in the ring, at this moment. */
  @Override
  public boolean hasUnread() {
    return head() != tail();
  }

  /** How many bytes the sender gives to TCP; negative until it announces that. */
  public long switchedAt() {
    return RingLayout.getAcquire(memory, offset + RingLayout.SWITCH_AT);
  }

  /** Announces that all bytes after this many come through the ring. */
  public void switchAt(long bytes) {
    RingLayout.setRelease(memory, offset + RingLayout.SWITCH_AT, bytes);
  }

  /**
   * How many doorbells on TCP precede the bytes of a sender that has returned to TCP; negative if
   * it has not returned. The bytes in the ring come before those bytes, and the sender puts no more
   * into it.
   */
  public long doorbellsBeforeReturn() {
    return RingLayout.getAcquire(memory, offset + RingLayout.BACK_ON_TCP) - 1;
  }

  /** Says that all bytes after those in the ring come through TCP, behind this many doorbells. */
  public void returnToTcp(long doorbells) {
    RingLayout.setRelease(memory, offset + RingLayout.BACK_ON_TCP, doorbells + 1);
  }

  /** The sender's {@link Flags}. */
  public int senderFlags() {
    return RingLayout.getInt(memory, offset + RingLayout.SENDER_STATE);
  }

  /** Sets some of the sender's flags. */
  public void addSenderFlags(int flags) {
    RingLayout.getAndOrInt(memory, offset + RingLayout.SENDER_STATE, flags);
  }

  /** The receiver's {@link Flags}. */
  @Override
  public int receiverFlags() {
    return RingLayout.getInt(memory, offset + RingLayout.RECEIVER_STATE);
  }

  /** Sets some of the receiver's flags. */
  public void addReceiverFlags(int flags) {
    RingLayout.getAndOrInt(memory, offset + RingLayout.RECEIVER_STATE, flags);
  }

  /** Sets how the receiver takes urgent data; the only flag that may be cleared again. */
  public void urgentInline(boolean wanted) {
    int at = offset + RingLayout.RECEIVER_STATE;
    int before;
    int after;
    do {
      before = RingLayout.getInt(memory, at);
      after = wanted ? before | Flags.URGENT_INLINE : before & ~Flags.URGENT_INLINE;
    } while (!RingLayout.compareAndSetInt(memory, at, before, after));
  }

  /** The size of the receiver's TCP buffer, SO_RCVBUF; 0 if not known. */
  public int receiveBuffer() {
    return RingLayout.getInt(memory, offset + RingLayout.RECEIVE_BUFFER);
  }

  /** Sets that size; only the receiver does so. */
  public void receiveBuffer(int bytes) {
    RingLayout.setInt(memory, offset + RingLayout.RECEIVE_BUFFER, bytes);
  }

  /** Where the receiver says that it sleeps. */
  public WaitWord receiverWaits() {
    return new WaitWord(memory, offset + RingLayout.RECEIVER_WAITS);
  }

  /** Where the sender says that it sleeps. */
  public WaitWord senderWaits() {
    return new WaitWord(memory, offset + RingLayout.SENDER_WAITS);
  }

  /** {@link #OPEN}, {@link #COMMITTED} or {@link #ABORTED}; meaningful in the offerer's block. */
  public int decision() {
    return RingLayout.getInt(memory, offset + RingLayout.DECISION);
  }

  /** Decides, if {@link #OPEN}; false if it is decided already. */
  public boolean decide(int decision) {
    return RingLayout.compareAndSetInt(memory, offset + RingLayout.DECISION, OPEN, decision);
  }
}
