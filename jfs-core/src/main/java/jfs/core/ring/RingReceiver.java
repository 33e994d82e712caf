package jfs.core.ring;

import java.nio.ByteBuffer;

/**
 * The receiving end of a direction. Copies bytes out of chunks and publishes how far it came. Never
 * blocks, and never wakes a thread.
 *
 * <p>One thread at a time, except for {@link #available}. Trusts nothing that the sender writes: it
 * reads each position and descriptor once and checks it, and no access leaves the memory.
 */
public final class RingReceiver {

  /** A correct sender leaves no chunk empty. A hostile one must not keep the receiver in a loop. */
  private static final int MOST_EMPTY_CHUNKS = 1;

  private final ControlBlock control;

  private final ByteBuffer memory;

  // The chunk that bytes come from now. Not an object: a reader needs no heap, which may be full.
  private int chunk;
  private int data;
  private int capacity;

  /** Where in the chunk the next byte is. */
  private int index;

  private long head;

  /** Bytes before this position are in this chunk and may be read. */
  private long limit;

  /** The tail at the last look; it never goes back. */
  private long tail;

  /** When the head gets here, the caller must look for a sender that sleeps. */
  private long checkAt = Long.MAX_VALUE;

  /** A receiver of a direction that has not begun. */
  public RingReceiver(ControlBlock control, Chunk first) {
    this.control = control;
    memory = first.memory();
    enter(first.offset(), first.size());
  }

  private void enter(int offset, int size) {
    chunk = offset;
    data = offset + RingLayout.CHUNK_HEADER;
    capacity = size - RingLayout.CHUNK_HEADER;
    index = 0;
    // A smaller chunk has a smaller step: its sender may wait for less room than before.
    checkAt = Math.min(checkAt, head + capacity / 4);
  }

  /** The size of the chunk that bytes come from now. */
  public int chunkSize() {
    return capacity + RingLayout.CHUNK_HEADER;
  }

  /** How many bytes the last look found, less those taken since. */
  public long seen() {
    return tail - head;
  }

  /**
   * Takes all bytes that there are, up to {@code length}. A caller may rely on what {@link
   * #available} said before, so this takes bytes from several chunks, and looks again after those
   * seen earlier.
   *
   * @return how many, 0 if there are none
   */
  public int take(byte[] bytes, int offset, int length) throws CorruptRingException {
    int taken = 0;
    while (taken < length && (limit != head || look())) {
      taken += takeSeen(bytes, offset + taken, length - taken);
    }
    return taken;
  }

  private int takeSeen(byte[] bytes, int offset, int length) {
    int n = (int) Math.min(length, limit - head);
    int first = Math.min(n, capacity - index);
    memory.get(data + index, bytes, offset, first);
    int next = index + first;
    if (next == capacity) {
      next = n - first;
      if (next > 0) {
        memory.get(data, bytes, offset + first, next);
      }
    }
    control.head(head + n); // the last call: each may fail where the program's stack is full
    index = next;
    head += n;
    return n;
  }

  /**
   * Takes all bytes that there are into a buffer with room, as {@link #take(byte[], int, int)}.
   *
   * @return how many, 0 if there are none
   */
  public int take(ByteBuffer to) throws CorruptRingException {
    int taken = 0;
    while (to.hasRemaining() && (limit != head || look())) {
      taken += takeSeen(to);
    }
    return taken;
  }

  private int takeSeen(ByteBuffer to) {
    int at = to.position();
    int n = (int) Math.min(to.remaining(), limit - head);
    int first = Math.min(n, capacity - index);
    to.put(at, memory, data + index, first);
    int next = index + first;
    if (next == capacity) {
      next = n - first;
      if (next > 0) {
        to.put(at + first, memory, data, next);
      }
    }
    // Now: the program may close its buffer's memory under a copy, which then fails.
    control.head(head + n);
    index = next;
    head += n;
    to.position(at + n); // last: where its stack is full, bytes of a failed read are lost
    return n;
  }

  /**
   * Whether there may be something to take: a hint, for any thread. A thread that takes meanwhile
   * may make it wrong; what that thread has done is seen at a later look.
   */
  public boolean mayHaveBytes() {
    return control.tail() != head;
  }

  /** Whether there is something to take. */
  public boolean hasBytes() throws CorruptRingException {
    return limit != head || look();
  }

  private boolean look() throws CorruptRingException {
    long now = control.tail();
    if (now < tail) {
      throw new CorruptRingException("tail " + now + " after " + tail);
    }
    tail = now;
    if (now == head) {
      return false;
    }
    // If the tail is beyond the end, the end is visible: the sender stored it before.
    long end = Chunk.end(memory, chunk);
    for (int empty = 0; end == head; empty++) {
      long next = Chunk.next(memory, chunk);
      if (!Chunk.isIn(memory, next) || empty > MOST_EMPTY_CHUNKS) {
        throw new CorruptRingException("chunk " + Long.toHexString(next) + " after " + chunk);
      }
      enter(Chunk.offsetOf(next), Chunk.sizeOf(next));
      end = Chunk.end(memory, chunk);
    }
    long newLimit = end >= 0 ? Math.min(now, end) : now;
    if (newLimit <= head || newLimit - head > capacity) {
      throw new CorruptRingException(
          "tail " + now + ", end " + end + ", head " + head + ", capacity " + capacity);
    }
    limit = newLimit;
    return true;
  }

  /**
   * Whether this receiver has made so much room, since this last returned true, that the caller
   * must look for a sender that waits for room. Called after each {@link #take}. The step is a
   * quarter of a chunk, so that most operations need no fence.
   */
  public boolean shouldCheckSender() {
    if (head < checkAt) {
      return false;
    }
    checkAt = head + capacity / 4;
    return true;
  }

  /** How many bytes were taken so far. */
  public long position() {
    return head;
  }

  /**
   * How many bytes there are to take, in all chunks. Any thread may call; the result may be too
   * high if another thread takes bytes meanwhile.
   */
  public int available() throws CorruptRingException {
    // Head first: the tail never goes back, so it is not behind this head.
    long from = control.head();
    long count = control.tail() - from;
    if (count < 0) {
      throw new CorruptRingException("tail " + -count + " bytes before the head");
    }
    return (int) Math.min(count, Integer.MAX_VALUE);
  }
}
