package jfs.shm.stream;

import java.util.function.IntFunction;
import jfs.core.runtime.Interrupts;

/**
 * Bytes of the stream that a reader got from TCP before their turn: behind doorbells, or behind the
 * last bytes before the sender's switch, because the sender had returned to TCP before the reader
 * ran. In the stream they follow the bytes in the ring, so they are kept until the reader has taken
 * those.
 *
 * <p>The kernel does not have these bytes any more, so they must not be lost, even if the program
 * has used up the heap: the reader then waits for memory. One thread at a time, a reader, may call
 * the methods other than {@link #count} and {@link #close}.
 */
final class EarlyBytes {

  private static final byte[] NOTHING = {};
  private static final long PAUSE_NANOS = 2_000_000;

  /** One minute in all: a program without free heap for so long cannot go on. */
  private static final int MOST_TRIES = 30_000;

  private final IntFunction<byte[]> memory;

  /** The kept bytes are at the array's end. */
  private byte[] bytes = NOTHING;

  /** Written by readers; any thread may read it. */
  private volatile int count;

  private volatile boolean closed;

  EarlyBytes() {
    this(new Heap());
  }

  /** Takes its arrays from the given function. */
  EarlyBytes(IntFunction<byte[]> memory) {
    this.memory = memory;
  }

  private static final class Heap implements IntFunction<byte[]> {
    @Override
    public byte[] apply(int size) {
      return new byte[size];
    }
  }

  int count() {
    return count;
  }

  /** No thread will read any more: a reader that waits for memory gives up. */
  void close() {
    closed = true;
  }

  /**
   * Appends bytes to those that are kept.
   *
   * @return false if there was no memory for them for a minute, or the end was closed: they are
   *     lost
   */
  boolean keep(byte[] from, int offset, int length) {
    int before = count;
    byte[] larger = await(before + length);
    if (larger == null) {
      return false;
    }
    System.arraycopy(bytes, bytes.length - before, larger, 0, before);
    System.arraycopy(from, offset, larger, before, length);
    bytes = larger;
    count = larger.length;
    return true;
  }

  private byte[] await(int size) {
    for (int tries = 0; tries < MOST_TRIES && !closed; tries++) {
      try {
        return memory.apply(size);
      } catch (OutOfMemoryError e) {
        Interrupts.pause(PAUSE_NANOS);
      }
    }
    return null;
  }

  /** Takes some, and returns how many; 0 if none are kept. */
  int take(byte[] to, int offset, int length) {
    int kept = count;
    int n = Math.min(kept, length);
    System.arraycopy(bytes, bytes.length - kept, to, offset, n);
    count = kept - n;
    if (n == kept) {
      bytes = NOTHING;
    }
    return n;
  }
}
