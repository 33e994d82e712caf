package jfs.rdma;

/**
 * The sending direction's ring: a staging ring here, from which the device writes to the ring in
 * the peer's memory. A byte's place is its position in the stream, modulo each ring's size, so
 * neither is ever told but by how many bytes came.
 *
 * <p>What is staged may be written over once the peer has taken it, though the device may not have
 * reported the write yet: were a packet sent again, the peer's device would drop it for its number
 * (IBTA, reliable connections).
 *
 * <p>Guarded by the wire's monitor, but for {@link #stage}, which is the sender's alone.
 */
final class Outflow {

  /** What is written at once, so that the receiver copies out while the sender copies in. */
  private static final int BLOCK = 16 * 1024;

  private final Endpoint.Region staging;
  private final int size;

  private long remoteAddress;
  private int remoteKey;
  private int remoteSize;

  /** How many bytes were written. Changed with the monitor held, by the sender alone. */
  private long tail;

  /** How many of them the peer has taken. */
  private long head;

  Outflow(Endpoint.Region staging) {
    this.staging = staging;
    size = staging.memory().capacity();
  }

  /** The peer has told where its ring is. */
  void begin(long address, int key, int bytes) throws ProtocolException {
    if (remoteSize != 0 || bytes < 1) {
      throw new ProtocolException("a ring of " + bytes + " bytes");
    }
    remoteAddress = address;
    remoteKey = key;
    remoteSize = bytes;
  }

  /** How many bytes it keeps at most that the peer has not taken. */
  int staging() {
    return size;
  }

  /** How many bytes can be written now, in one piece. */
  int room(int wanted) {
    int free = Math.min(size, remoteSize) - (int) (tail - head);
    int pieces = Math.min(size - (int) (tail % size), remoteSize - (int) (tail % remoteSize));
    return Math.min(Math.min(wanted, BLOCK), Math.min(free, pieces));
  }

  /** Copies bytes to where they are written from, for which there is room. */
  void stage(byte[] bytes, int offset, int length) {
    staging.memory().put((int) (tail % size), bytes, offset, length);
  }

  /** Writes what was staged, with slots claimed. */
  void post(Wire wire, int length) {
    long address = remoteAddress + tail % remoteSize;
    wire.write(staging, (int) (tail % size), length, address, remoteKey);
    tail += length;
  }

  /** The peer has come this far. */
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

  /** Whether the peer has left bytes untaken, as far as it has told. */
  boolean hasUnread() {
    return head != tail;
  }
}
