package jfs.agent.programs.soak;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
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

  private final IntFunction<Object> allocator;
  private final int smallest;
  private final Object[] held = new Object[1 << 20];
  private volatile boolean stopped;
  private final CountDownLatch full = new CountDownLatch(LEAST_TIMES);

  private Filler(IntFunction<Object> allocator, int smallest) {
    this.allocator = allocator;
    this.smallest = smallest;
  }

  /** Of the heap, down to small objects. */
  static Filler ofHeap() {
    return new Filler(size -> new byte[size], 256);
  }

  /** Of what the JVM may have outside. */
  static Filler ofDirectMemory() {
    return new Filler(ByteBuffer::allocateDirect, 4096);
  }

  Filler start(String name) {
    Thread thread = new Thread(this, name);
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** Waits until it has had all some times. */
  void awaitFull() throws InterruptedException {
    full.await();
  }

  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    while (!stopped) {
      try {
        fill();
        LockSupport.parkNanos(HELD_NANOS);
        Arrays.fill(held, null);
        full.countDown();
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
