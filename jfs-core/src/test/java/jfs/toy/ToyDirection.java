package jfs.toy;

import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.tcp.SendWindow;

/**
 * One direction of a pair: the bytes on their way, and what its sender and its receiver tell each
 * other. Guarded by the lock of the pair.
 */
final class ToyDirection implements PeerEnding.Receiver {

  final ToyBuffer buffer = new ToyBuffer();

  /** How many bytes TCP gets in all; negative until the sender announces that. By the sender. */
  long switchAt = -1;

  /** SO_SNDBUF. By the sender. */
  int sendBuffer;

  /** SO_RCVBUF. By the receiver. */
  int receiveBuffer;

  /**
   * Whether the receiver is about to wait, or waits, for a doorbell on TCP. Set by the receiver,
   * taken back by either.
   */
  boolean armed;

  /** How many doorbells the sender has rung that the receiver has not read: 1 at most. By both. */
  int owed;

  private int senderFlags;
  private int receiverFlags;

  /**
   * How many bytes the sender may put in. A program may count on what the kernel would take, and
   * write that much before its peer reads. Where the kernel would take no more, a write must block.
   */
  int room() {
    long window = Math.max(SendWindow.BY_DEFAULT, SendWindow.of(sendBuffer, receiveBuffer));
    return (int) Math.max(0, Math.min(window, Integer.MAX_VALUE / 2) - buffer.count());
  }

  /** The sender's {@link Flags}. */
  int senderFlags() {
    return senderFlags;
  }

  /** By the sender. */
  void addSenderFlags(int flags) {
    senderFlags |= flags;
  }

  /** Whether nothing comes after what is in the buffer. */
  boolean isFinished() {
    return (senderFlags & Flags.FINISHED) != 0;
  }

  @Override
  public int receiverFlags() {
    return receiverFlags;
  }

  /** By the receiver. */
  void addReceiverFlags(int flags) {
    receiverFlags |= flags;
  }

  /** Whether urgent data have a place among the bytes (SO_OOBINLINE). By the receiver. */
  void urgentInline(boolean wanted) {
    receiverFlags &= ~Flags.URGENT_INLINE;
    receiverFlags |= wanted ? Flags.URGENT_INLINE : 0;
  }

  @Override
  public boolean hasUnread() {
    return buffer.count() > 0;
  }
}
