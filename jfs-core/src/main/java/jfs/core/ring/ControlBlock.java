package jfs.core.ring;

import java.nio.ByteBuffer;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;

/**
 * What the two ends of one direction share beside the bytes: positions, flags, and how they sleep.
 *
 * @param memory where it lies, a direct buffer of native byte order; absolute access only
 * @param offset where it begins
 */
public record ControlBlock(ByteBuffer memory, int offset) implements PeerEnding.Receiver {

  /** The bond of two ends that have not decided yet. */
  public static final int OPEN = 0;

  /** The bond of two ends that hold the same connection and will use the rings. */
  public static final int BOUND = 1;

  /** The bond of two ends that stay on TCP. */
  public static final int RETRACTED = 2;

  /** The block that a peer tells of; null if it is not in the memory. */
  public static ControlBlock of(ByteBuffer memory, long offset) {
    return offset < 0
            || offset % Long.BYTES != 0
            || offset > memory.capacity() - RingLayout.CONTROL_SIZE
        ? null
        : new ControlBlock(memory, (int) offset);
  }

  /** Makes it that of a direction that has not begun, before the peer is told of it. */
  public void clear() {
    for (int i = 0; i < RingLayout.CONTROL_SIZE; i += Long.BYTES) {
      RingLayout.setRelease(memory, offset + i, 0);
    }
    RingLayout.setRelease(memory, offset + RingLayout.SWITCH_AT, -1);
  }

  /** How many bytes the sender has put in. What was written before it, is seen after this. */
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

  /** Gives the room before this position back, after what was read from it. */
  void head(long position) {
    RingLayout.setRelease(memory, offset + RingLayout.HEAD, position);
  }

  /** Whether the receiver has left bytes in the ring, at this moment. */
  @Override
  public boolean hasUnread() {
    return head() != tail();
  }

  /** How many bytes the sender gave to TCP; negative while it gives them to TCP still. */
  public long switchedAt() {
    return RingLayout.getAcquire(memory, offset + RingLayout.SWITCH_AT);
  }

  /** Says that all bytes after these many come through the ring. */
  public void switchAt(long bytes) {
    RingLayout.setRelease(memory, offset + RingLayout.SWITCH_AT, bytes);
  }

  /**
   * How many doorbells precede, on TCP, the bytes that the sender gives to TCP again; negative
   * while it gives none. All bytes of the ring come before those, and none is put in any more.
   */
  public long doorbellsBeforeReturn() {
    return RingLayout.getAcquire(memory, offset + RingLayout.BACK_ON_TCP) - 1;
  }

  /** Says that all bytes after those in the ring come through TCP, behind so many doorbells. */
  public void returnToTcp(long doorbells) {
    RingLayout.setRelease(memory, offset + RingLayout.BACK_ON_TCP, doorbells + 1);
  }

  /** The sender's {@link Flags}. */
  public int senderFlags() {
    return RingLayout.getInt(memory, offset + RingLayout.SENDER_STATE);
  }

  /** Raises flags of the sender's. */
  public void addSenderFlags(int flags) {
    RingLayout.getAndOrInt(memory, offset + RingLayout.SENDER_STATE, flags);
  }

  /** The receiver's {@link Flags}. */
  @Override
  public int receiverFlags() {
    return RingLayout.getInt(memory, offset + RingLayout.RECEIVER_STATE);
  }

  /** Raises flags of the receiver's. */
  public void addReceiverFlags(int flags) {
    RingLayout.getAndOrInt(memory, offset + RingLayout.RECEIVER_STATE, flags);
  }

  /** Says how the receiver takes urgent data; the one flag that may go again. */
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

  /** Says that; the receiver's to do. */
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

  /** {@link #OPEN}, {@link #BOUND} or {@link #RETRACTED}; meaningful in the offerer's block. */
  public int bond() {
    return RingLayout.getInt(memory, offset + RingLayout.BOND);
  }

  /** Decides an open bond; false if the other end was first. */
  public boolean decideBond(int decision) {
    return RingLayout.compareAndSetInt(memory, offset + RingLayout.BOND, OPEN, decision);
  }
}
