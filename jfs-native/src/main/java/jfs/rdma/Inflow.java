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

  /**
   * Of the spill. Urgent data take no room in the ring, so nothing else bounds how many are left
   * unread; that many, nobody leaves.
   */
  static final int MOST_PIECES = 1 << 16;

  private final Endpoint.Region ring;
  private final ByteBuffer memory;
  private final int size;
  private final Spill spill = new Spill();

  /** How many bytes can lie in the ring, which may be fewer than it has room for. */
  private int window;

  /** How many bytes have arrived. */
  private long tail;

  /** How many of them have left the ring. */
  private long head;

  /** How many the peer knows of. */
  private long told;

  Inflow(Endpoint.Region ring) {
    this.ring = ring;
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
    return n < length ? n + takeFromRing(bytes, offset + n, length - n) : n;
  }

  private int takeFromRing(byte[] bytes, int offset, int length) {
    int n = (int) Math.min(length, tail - head);
    int at = (int) (head % size);
    int first = Math.min(n, size - at);
    memory.get(at, bytes, offset, first);
    memory.get(0, bytes, offset + first, n - first);
    head += n;
    return n;
  }

  /**
   * Moves what is in the ring elsewhere if that is much, and nobody reads: whoever sends may count
   * on the room that TCP would give.
   *
   * @param most how many bytes may lie elsewhere
   */
  void spill(long most) {
    if (tail - head <= window / 2 || spill.size() + window > most) {
      return;
    }
    spill((int) (tail - head), 0);
  }

  /** Moves so many bytes, and places for more. */
  private byte[] spill(int bytes, int more) {
    // Memory may be lacking: first what may fail, for it is bytes of a stream that move.
    byte[] piece = new byte[bytes + more];
    spill.add(piece);
    takeFromRing(piece, 0, bytes);
    return piece;
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
    if (spill.pieces() >= MOST_PIECES) {
      throw new ProtocolException("too much urgent data");
    }
    int before = (int) (position - head);
    spill(before, 1)[before] = value;
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
    return spill.size() + (tail - head);
  }
}
