package jfs.rdma.stream;

import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.rdma.verbs.ProtocolException;

/**
 * What the peer has said of itself, or what must be assumed of it. Written with the lock of {@link
 * RdmaConnection} held; a thread that reads a volatile field without it sees a state that was true
 * a moment ago, and each change wakes the threads that it concerns.
 */
final class PeerState implements PeerEnding.Receiver {

  private final Outflow outflow;

  private volatile int flags;
  private volatile long switchedAt = Message.NOT_SWITCHED;
  private volatile boolean reset;

  /**
   * Doorbells that this end has asked for and not read. The reader takes from it without the lock.
   */
  private final AtomicInteger ringsOwed = new AtomicInteger();

  private long lastAt = Message.NOT_SWITCHED;
  private int sendBuffer;

  PeerState(Outflow outflow) {
    this.outflow = outflow;
  }

  /** The flags of its last message. */
  void flags(int newFlags) {
    flags = newFlags;
  }

  /**
   * Its STATE.
   *
   * @param position how many bytes it has written to this end's ring
   * @param newSendBuffer its SO_SNDBUF in bytes, as it claims
   * @param received how many bytes have come
   * @throws ProtocolException if it has finished after other bytes than these
   */
  void told(long position, int newSendBuffer, long received) throws ProtocolException {
    lastAt = position;
    sendBuffer = newSendBuffer;
    if (hasFinished() && position != received) {
      throw new ProtocolException("end at " + position + " of " + received);
    }
  }

  /** Its SO_SNDBUF in bytes, as it claims. */
  int sendBuffer() {
    return sendBuffer;
  }

  /** How many bytes TCP gets from it in all; negative before it switches; for all threads. */
  long switchedAt() {
    return switchedAt;
  }

  void switchedAt(long bytes) {
    switchedAt = bytes;
  }

  /** This end asks for a doorbell. */
  void owesRing() {
    ringsOwed.incrementAndGet();
  }

  /** How many doorbells this end has asked for and not read; for all threads. */
  int ringsOwed() {
    return ringsOwed.get();
  }

  /** So many doorbells were read; for the reader. */
  void ringsRead(int count) {
    ringsOwed.addAndGet(-count);
  }

  @Override
  public int receiverFlags() {
    return reset ? flags | Flags.CLOSED | Flags.RESET : flags;
  }

  @Override
  public boolean hasUnread() {
    return outflow.hasUnread();
  }

  /** The flags of the peer's last message, even if the queue pair has broken since. */
  int senderFlags() {
    return flags;
  }

  /** Whether nothing comes after what has arrived. */
  boolean hasFinished() {
    return (flags & Flags.FINISHED) != 0;
  }

  /** Whether it has said that it is closed. */
  boolean hasClosed() {
    return (flags & Flags.CLOSED) != 0;
  }

  /** Whether the connection has broken before the peer closed; for all threads. */
  boolean isReset() {
    return reset;
  }

  /**
   * Nothing more will be known of it; idempotent. For a peer that did not announce its close, this
   * is a reset.
   *
   * @param gone whether it has ended the RDMA connection: if its process said that these bytes may
   *     be its last, and no other has come, it ended in order
   * @param received how many bytes have come by RDMA
   * @return whether it is a reset
   */
  boolean ends(boolean gone, long received) {
    if (gone && (flags & Message.LAST) != 0 && lastAt == received) {
      flags |= Flags.FINISHED | Flags.CLOSED;
    }
    reset = !hasClosed();
    return reset;
  }
}
