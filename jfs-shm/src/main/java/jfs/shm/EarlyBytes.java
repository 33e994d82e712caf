package jfs.shm;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Bytes of the stream that a reader got from TCP before their turn: behind doorbells, or behind the
 * last bytes before the sender's switch, where the sender had returned to TCP by the time that the
 * reader ran. They come after what is in the ring, and are kept until then.
 *
 * <p>They are out of the kernel and in an array of the program's, so they must be kept, though the
 * program may have taken all of the heap: the reader waits for some. All but {@link #count} and
 * {@link #close} is for one thread at a time, a reader.
 */
final class EarlyBytes {

  private static final byte[] NOTHING = {};
  private static final long PAUSE_NANOS = 2_000_000;

  /** A minute in all. A program whose heap stays full for so long has come to its end. */
  private static final int MOST_TRIES = 30_000;

  private final IntFunction<byte[]> memory;

  /** Up to the array's end. */
  private byte[] bytes = NOTHING;

  /** Written by readers; any thread may look how many there are. */
  private volatile int count;

  private volatile boolean closed;

  EarlyBytes() {
    this(byte[]::new);
  }

  /** With arrays from there. */
  EarlyBytes(IntFunction<byte[]> memory) {
    this.memory = memory;
  }

  int count() {
    return count;
  }

  /** Nobody will read any more, and a reader that waits for memory need not. */
  void close() {
    closed = true;
  }

  /**
   * Keeps bytes behind those that are kept.
   *
   * @return false if there was no memory for them in a minute, or the end was closed: they are lost
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
        boolean interrupted = Thread.interrupted(); // it would not sleep
        LockSupport.parkNanos(PAUSE_NANOS);
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
    return null;
  }

  /** Takes some; 0 if there are none. */
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
