package jfs.rdma.stream;

import java.nio.ByteBuffer;
import jfs.rdma.verbs.ProtocolException;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * The receiving direction's ring, which the peer writes: the bytes that have arrived in it and were
 * not taken. No thread reads the memory before a completion has reported the bytes; taking the
 * completion from the queue orders the reads after the device's writes (the provider's barrier, and
 * the call into native code).
 *
 * <p>Guarded by the lock of {@link RdmaConnection}.
 */
final class Inflow {

  private final VerbsEndpoint.Region ring;
  private final ByteBuffer memory;
  private final int size;
  private final Spill spill;
  private final Urgent urgent = new Urgent();

  /** Bytes should have left the ring, and memory was lacking. */
  private boolean stuck;

  /** How many bytes can lie in the ring, which may be fewer than it has room for. */
  private int window;

  /** How many bytes have arrived. */
  private long tail;

  /** How many of them have left the ring. */
  private long head;

  /** How many of these the peer was told of. */
  private long told;

  Inflow(VerbsEndpoint.Region ring, SpillMemory elsewhere) {
    this.ring = ring;
    spill = new Spill(elsewhere);
    memory = ring.memory();
    size = memory.capacity();
    window = size;
  }

  /** The peer has said how many untaken bytes it keeps at most. */
  void begin(int peersStaging) throws ProtocolException {
    if (peersStaging < 1) {
      throw new ProtocolException("keeps " + peersStaging + " bytes");
    }
    window = Math.min(size, peersStaging);
  }

  VerbsEndpoint.Region ring() {
    return ring;
  }

  /** The peer has written so many bytes more. */
  void arrived(int bytes) throws ProtocolException {
    tail += bytes;
    if (tail - head > size) {
      throw new ProtocolException(tail - head + " bytes in a ring of " + size);
    }
  }

  /** Takes the bytes that there are, up to {@code length}; 0 if there are none. */
  int take(byte[] bytes, int offset, int length) {
    int n = spill.take(bytes, offset, length);
    while (n < length) {
      if (urgent.count() > 0 && urgent.place() == head) {
        bytes[offset + n++] = urgent.take();
        continue;
      }
      int more = (int) Math.min(length - n, untilUrgent());
      if (more == 0) {
        break;
      }
      takeFromRing(bytes, offset + n, more);
      n += more;
    }
    return n;
  }

  /** How many bytes lie in the ring before an urgent one. */
  private long untilUrgent() {
    return (urgent.count() > 0 ? urgent.place() : tail) - head;
  }

  private void takeFromRing(byte[] bytes, int offset, int length) {
    int at = (int) (head % size);
    int first = Math.min(length, size - at);
    memory.get(at, bytes, offset, first);
    memory.get(0, bytes, offset + first, length - first);
    head += length;
  }

  /**
   * Moves the ring's bytes to other memory if they are many. For when no thread reads: the sender
   * may count on the room that TCP would give. Bytes for which memory is lacking stay, and the
   * sender waits.
   *
   * @param most how many bytes may lie outside the ring
   */
  void spill(long most) {
    stuck = !moveUrgent();
    if (!stuck && tail - head > window / 2 && spill.size() + window <= most) {
      stuck = !move((int) (tail - head));
    }
  }

  /** Moves so many bytes, or as many as there is memory for; returns whether it moved all. */
  private boolean move(int length) {
    int left = length;
    while (left > 0) {
      int at = (int) (head % size);
      int piece = Math.min(left, size - at);
      int moved = spill.add(memory, at, piece);
      head += moved;
      left -= moved;
      if (moved < piece) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@link #spill} had bytes to move, and no memory for them. */
  boolean isStuck() {
    return stuck;
  }

  /** Turns urgent bytes into ordinary ones; false if memory is lacking. */
  private boolean moveUrgent() {
    while (urgent.count() > 0) {
      if (!move((int) (urgent.place() - head)) || !spill.add(urgent.first())) {
        return false;
      }
      urgent.take();
    }
    return true;
  }

  /**
   * Inserts a byte into the stream that did not come by the ring.
   *
   * @param position how many bytes of the ring come before it
   */
  void insert(long position, byte value) throws ProtocolException {
    if (position < head || position > tail) {
      throw new ProtocolException("urgent data at " + position + ", not of " + head + ".." + tail);
    }
    urgent.add(position, value);
    stuck = !moveUrgent();
  }

  /** How many receive slots the urgent bytes hold. */
  int heldSlots() {
    return urgent.count();
  }

  /** The program will read no more. */
  void discard() {
    spill.discard();
  }

  /** Whether so many bytes have left the ring that the peer is to be told. */
  boolean owesRoom() {
    return head - told >= Math.max(1, window / 4);
  }

  /** How many bytes have left the ring; the caller tells the peer. */
  long takenToTell() {
    told = head;
    return head;
  }

  /** How many bytes have arrived in all. */
  long position() {
    return tail;
  }

  /** How many can be taken. */
  long available() {
    return spill.size() + urgent.count() + (tail - head);
  }
}
