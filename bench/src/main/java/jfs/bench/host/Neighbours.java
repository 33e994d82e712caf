package jfs.bench.host;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads of this process that compute for as long as this is open: what else runs on a host that
 * is in use.
 */
public final class Neighbours implements AutoCloseable {

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /** Written so that what is computed cannot be left out. */
  private final AtomicLong result = new AtomicLong();

  /** Starts so many. */
  public Neighbours(int count) {
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(this::compute, "neighbour-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void compute() {
    long value = System.nanoTime();
    while (!closed) {
      for (int i = 0; i < 10_000; i++) {
        value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L; // Knuth's
      }
      result.lazySet(value);
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return; // they end by themselves
      }
    }
  }
}
