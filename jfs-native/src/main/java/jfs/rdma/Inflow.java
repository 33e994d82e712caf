package jfs.rdma;

import java.nio.ByteBuffer;

/**
 * The receiving direction's ring, which the peer writes: what has arrived in it and was not taken.
 * Nobody looks at the memory before a completion has told of the bytes; reading that from the queue
 * orders them before (the provider's barrier, and the call into native code).
 *
 * <p>Guarded by the wire's monitor.
 */
final class Inflow {

  private final Endpoint.Region ring;
  private final ByteBuffer memory;
  private final int size;
  private final Spill spill;
  private final Urgent urgent = new Urgent();

  /** What should have left the ring could not. */
  private boolean stuck;

  /** How many bytes can lie in the ring, which may be fewer than it has room for. */
  private int window;

  /** How many bytes have arrived. */
  private long tail;

  /** How many of them have left the ring. */
  private long head;

  /** How many the peer knows of. */
  private long told;

  Inflow(Endpoint.Region ring, SpillMemory elsewhere) {
    this.ring = ring;
    spill = new Spill(elsewhere);
    memory = ring.memory();
    size = memory.capacity();
    window = size;
  }

  /** The peer has told how many bytes it keeps at most until they are taken. */
  void begin(int peersStaging) throws ProtocolException {
    if (peersStaging < 1) {
      throw new ProtocolException("keeps " + peersStaging + " bytes");
    }
    window = Math.min(size, peersStaging);
  }

  Endpoint.Region ring() {
    return ring;
  }

  /** The peer has written so many bytes more. */
  void arrived(int bytes) throws ProtocolException {
    tail += bytes;
    if (tail - head > size) {
      throw new ProtocolException(tail - head + " bytes in a ring of " + size);
    }
  }

  /** Takes as many bytes as there are up to {@code length}; 0 if there are none. */
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
   * Moves what is in the ring elsewhere if that is much, and nobody reads: whoever sends may count
   * on the room that TCP would give. What cannot be moved stays, and the sender waits.
   *
   * @param most how many bytes may lie elsewhere
   */
  void spill(long most) {
    stuck = !moveUrgent();
    if (!stuck && tail - head > window / 2 && spill.size() + window <= most) {
      stuck = !move((int) (tail - head));
    }
  }

  /** Moves so many bytes, or as many as there is memory for; whether it was all. */
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

  /** Whether there would be reason to {@link #spill}, but was no memory. */
  boolean isStuck() {
    return stuck;
  }

  /** Makes ordinary bytes of the urgent ones; false if that takes more memory than there is. */
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
   * Puts a byte into the stream that did not come by the ring.
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

  /** How many of the peer's slots are kept by urgent bytes. */
  int heldSlots() {
    return urgent.count();
  }

  /** The program will read no more. */
  void discard() {
    spill.discard();
  }

  /** Whether so much has left the ring that the peer is to be told. */
  boolean owesRoom() {
    return head - told >= Math.max(1, window / 4);
  }

  /** How many bytes have left the ring; the peer is told of it. */
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
