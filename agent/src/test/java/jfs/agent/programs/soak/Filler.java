package jfs.agent.programs.soak;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * A thread that takes all memory of a kind, holds it for a moment, and gives it back; and again.
 */
final class Filler implements Runnable {

  private static final int LARGEST = 1 << 20;
  private static final int LEAST_TIMES = 3;
  private static final long HELD_NANOS = 20_000_000;
  private static final long FREE_NANOS = 200_000_000;
  private static final long LOOK_NANOS = 10_000_000;

  private final IntFunction<Object> allocator;
  private final int smallest;
  private final Object[] held = new Object[1 << 20];
  private volatile boolean stopped;
  private final Thread thread;

  /** How often it has had all. Written by its own thread alone. */
  private volatile int full;

  private Filler(IntFunction<Object> allocator, int smallest, String name) {
    this.allocator = allocator;
    this.smallest = smallest;
    thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  /** Fills the heap, down to small objects. */
  static Filler ofHeap(String name) {
    return new Filler(size -> new byte[size], 256, name);
  }

  /** Fills the direct memory that the JVM may have. */
  static Filler ofDirectMemory(String name) {
    return new Filler(ByteBuffer::allocateDirect, 4096, name);
  }

  void start() {
    thread.start();
  }

  /** Waits until it has had all some times. Takes no memory for that, as there may be none. */
  void awaitFull() {
    while (full < LEAST_TIMES) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Has it stop, and give back what it has. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  @Override
  public void run() {
    while (!stopped) {
      try {
        fill();
        LockSupport.parkNanos(HELD_NANOS);
        Arrays.fill(held, null);
        int times = full + 1;
        full = times;
        LockSupport.parkNanos(FREE_NANOS);
      } catch (OutOfMemoryError e) {
        Arrays.fill(held, null);
      }
    }
  }

  private void fill() {
    int size = LARGEST;
    for (int i = 0; i < held.length && size >= smallest && !stopped; ) {
      try {
        held[i] = allocator.apply(size);
        i++;
      } catch (OutOfMemoryError e) {
        size /= 16; // each time the JVM collects garbage, to be sure
      }
    }
  }
}
