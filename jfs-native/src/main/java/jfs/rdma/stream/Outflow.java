package jfs.rdma.stream;

import jfs.rdma.verbs.ProtocolException;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * The sending direction's rings: a staging ring here, from which the device writes to the ring in
 * the peer's memory. A byte's place is its position in the stream modulo each ring's size, so only
 * byte counts are sent, never places.
 *
 * <p>The sender may overwrite a staged byte once the peer has taken it, even if the device has not
 * completed the write yet: if the device sent the packet again, the peer's device would drop it
 * because of its sequence number (IBTA, reliable connections).
 *
 * <p>Guarded by the lock of {@link RdmaConnection}, but for {@link #stage}, which is for the
 * sending thread alone.
 */
final class Outflow {

  /** The most bytes of one write, so that the receiver copies out while the sender copies in. */
  private static final int BLOCK = 16 * 1024;

  private final VerbsEndpoint.Region staging;
  private final int size;

  private long remoteAddress;
  private int remoteKey;
  private int remoteSize;

  /** How many bytes were written. Changed by the sending thread alone, with the lock held. */
  private long tail;

  /** How many of them the peer has taken. */
  private long head;

  Outflow(VerbsEndpoint.Region staging) {
    this.staging = staging;
    size = staging.memory().capacity();
  }

  /** The peer has said where its ring is. */
  void begin(long address, int key, int bytes) throws ProtocolException {
    if (remoteSize != 0 || bytes < 1) {
      throw new ProtocolException("a ring of " + bytes + " bytes");
    }
    remoteAddress = address;
    remoteKey = key;
    remoteSize = bytes;
  }

  /** How many bytes that the peer has not taken this end keeps at most. */
  int staging() {
    return size;
  }

  /** How many bytes can be written now, in one piece. */
  int room(int wanted) {
    int free = Math.min(size, remoteSize) - (int) (tail - head);
    int pieces = Math.min(size - (int) (tail % size), remoteSize - (int) (tail % remoteSize));
    return Math.min(Math.min(wanted, BLOCK), Math.min(free, pieces));
  }

  /** Copies bytes to the staging ring; the caller has checked that there is room. */
  void stage(byte[] bytes, int offset, int length) {
    staging.memory().put((int) (tail % size), bytes, offset, length);
  }

  /** Writes the staged bytes; the caller has claimed the slots. */
  void post(QueuePair queuePair, int length) {
    long address = remoteAddress + tail % remoteSize;
    queuePair.write(staging, (int) (tail % size), length, address, remoteKey);
    tail += length;
  }

  /** The peer has taken so many bytes. */
  void taken(long position) throws ProtocolException {
    if (position < head || position > tail) {
      throw new ProtocolException("taken " + position + ", was " + head + " of " + tail);
    }
    head = position;
  }

  /** How many bytes were written in all. */
  long position() {
    return tail;
  }

  /** Whether there are bytes that the peer has not taken, as far as it has said. */
  boolean hasUnread() {
    return head != tail;
  }
}
