package jfs.core.ring;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The sending end of a direction. Copies bytes into a chunk, round and round, and publishes how far
 * it came. Goes on to another chunk when the caller says so. Never blocks, and never wakes a
 * thread.
 *
 * <p>One thread at a time. Trusts nothing that the receiver writes: it reads the receiver's
 * position once per operation and checks it.
 */
public final class RingSender {

  private final ControlBlock control;
  private final ChunkPool pool;

  /**
   * The oldest and the newest of the chunks that the sender has left and the receiver has not; null
   * if there are none. Linked by hand, so that forgetting one takes no heap, which may be full.
   */
  private Left oldest;

  private Left newest;

  private int leftChunks;

  private static final class Left {
    final Chunk chunk;

    /** Where the sender left it. Kept here too, because JFS does not trust shared memory. */
    final long end;

    Left next;

    Left(Chunk chunk, long end) {
      this.chunk = chunk;
      this.end = end;
    }
  }

  private Chunk chunk;
  private ByteBuffer memory;
  private int data;
  private int capacity;

  /** Where in the stream this chunk began. */
  private long start;

  /** Where in the chunk the next byte goes. */
  private int index;

  private long tail;

  /** The receiver's position when it was last looked at. */
  private long head;

  /** A sender of a direction that has not begun. */
  public RingSender(ControlBlock control, Chunk first, ChunkPool pool) {
    this.control = control;
    this.pool = pool;
    first.clear();
    chunk = first;
    memory = first.memory();
    data = first.data();
    capacity = first.capacity();
  }

  /**
   * Puts in as many bytes as this chunk has room for, and publishes them. Ends with a full fence,
   * so that the caller can then look at the receiver's {@link WaitWord}.
   *
   * @return how many, 0 if the chunk is full
   */
  public int put(byte[] bytes, int offset, int length) throws CorruptRingException {
    int room = room();
    if (room < length) {
      head = readHead();
      room = room();
      if (room == 0) {
        return 0;
      }
    }
    int n = Math.min(length, room);
    int first = Math.min(n, capacity - index);
    memory.put(data + index, bytes, offset, first);
    int next = index + first;
    if (next == capacity) {
      next = n - first;
      if (next > 0) {
        memory.put(data, bytes, offset + first, next);
      }
    }
    control.tail(tail + n); // before the fields: each call may fail where the stack is full
    index = next;
    tail += n;
    VarHandle.fullFence();
    return n;
  }

  /**
   * Puts in bytes of a buffer, as {@link #put(byte[], int, int)}.
   *
   * @param most how many at most; the buffer has as many
   */
  public int put(ByteBuffer from, int most) throws CorruptRingException {
    int n = most;
    if (room() < most) {
      head = readHead();
      n = Math.min(most, room());
      if (n == 0) {
        return 0;
      }
    }
    int at = from.position();
    int first = Math.min(n, capacity - index);
    memory.put(data + index, from, at, first);
    int next = index + first;
    if (next == capacity) {
      next = n - first;
      if (next > 0) {
        memory.put(data, from, at + first, next);
      }
    }
    // Now: the program may close its buffer's memory under a copy, which then fails.
    control.tail(tail + n);
    index = next;
    tail += n;
    from.position(at + n); // last: where its stack is full, a failed write may have sent bytes
    VarHandle.fullFence();
    return n;
  }

  private int room() {
    return capacity - (int) (tail - Math.max(head, start));
  }

  private long readHead() throws CorruptRingException {
    long now = control.head();
    if (now < head || now > tail) {
      throw new CorruptRingException("head " + now + " after " + head + ", tail " + tail);
    }
    try {
      // Only beyond its end: at its end, the receiver has yet to read the header.
      while (oldest != null && oldest.end < now) {
        freeOldest();
      }
    } catch (OutOfMemoryError e) {
      return now; // freed later
    }
    return now;
  }

  /**
   * Gives a chunk back. Forgets it first: a chunk that is given back twice would serve two
   * connections at once. Keeps it only if the pool had no heap to take it.
   */
  private void freeOldest() {
    Left freed = oldest;
    Left last = newest;
    oldest = freed.next;
    newest = oldest == null ? null : last;
    leftChunks--;
    try {
      pool.free(freed.chunk);
    } catch (OutOfMemoryError e) {
      oldest = freed;
      newest = last;
      leftChunks++;
      throw e;
    }
  }

  /** Whether there is room; looks at the receiver's position. */
  public boolean hasRoom() throws CorruptRingException {
    return hasRoom(1);
  }

  /** Whether there is room for so many bytes; looks at the receiver's position. */
  public boolean hasRoom(int bytes) throws CorruptRingException {
    if (room() >= bytes) {
      return true;
    }
    head = readHead();
    return room() >= bytes;
  }

  /** How many bytes the receiver has not taken; looks at its position. */
  public long pending() throws CorruptRingException {
    head = readHead();
    return tail - head;
  }

  /** The receiver's position when it was last looked at. */
  public long lastHead() {
    return head;
  }

  /** The size of the chunk that bytes go to now. */
  public int chunkSize() {
    return capacity + RingLayout.CHUNK_HEADER;
  }

  /** How many chunks the receiver has not left yet, the current one among them. */
  public int chunks() {
    return leftChunks + 1;
  }

  /** How many bytes went in so far. */
  public long position() {
    return tail;
  }

  /**
   * Goes on in another chunk of the given size, header included. The current chunk must have got
   * bytes.
   *
   * @return false if it has got none, or if there is no memory, shared or heap: nothing has changed
   *     then
   */
  public boolean moveTo(int size) {
    if (tail == start) {
      return false;
    }
    Left leaving;
    Chunk next;
    try {
      leaving = new Left(chunk, tail);
      next = pool.allocate(size);
    } catch (OutOfMemoryError e) {
      return false;
    }
    if (next == null) {
      return false;
    }
    enter(leaving, next);
    return true;
  }

  /**
   * Goes on in a chunk. All that may fail, for lack of stack, comes before the first change here:
   * else a chunk that is in use might be among those to be given back, or the receiver go on to a
   * chunk that the sender does not.
   */
  private void enter(Left leaving, Chunk next) {
    boolean left = false;
    ByteBuffer nextMemory;
    int nextData;
    int nextCapacity;
    try {
      nextMemory = next.memory();
      nextData = next.data();
      nextCapacity = next.capacity();
      next.clear();
      // The receiver sees this before any tail beyond it, because that is stored with release.
      chunk.leave(tail, next);
      left = true;
    } finally {
      if (!left) {
        pool.free(next);
      }
    }
    if (newest == null) {
      oldest = leaving;
    } else {
      newest.next = leaving;
    }
    newest = leaving;
    leftChunks++;
    chunk = next;
    memory = nextMemory;
    data = nextData;
    capacity = nextCapacity;
    start = tail;
    index = 0;
  }

  /** Gives the chunks back that the receiver has left, for a sender that puts nothing in now. */
  public void reclaim() throws CorruptRingException {
    if (oldest != null) {
      head = readHead();
    }
  }

  /**
   * Gives all chunks back. Both ends must have left the ring for good. If the heap is too full for
   * that, this throws, and the caller may call again: no chunk is given back twice.
   */
  public void free() {
    while (oldest != null) {
      freeOldest();
    }
    Chunk last = chunk;
    if (last != null) {
      chunk = null;
      try {
        pool.free(last);
      } catch (OutOfMemoryError e) {
        chunk = last;
        throw e;
      }
    }
  }
}
