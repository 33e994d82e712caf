package jfs.rdma;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of the heap all connections of a process may use together for bytes that nobody reads;
 * beyond it bytes stay in the rings, and the peers wait, as a kernel makes them wait. A connection
 * may have as much as is left for others: so none can use it up alone, be it that its peer means to
 * (dynamic thresholds; Choudhury and Hahne, 1998). Any thread; no memory is needed.
 */
final class SpillBudget {

  /** Of a program that was given little memory, JFS takes but a little. */
  private static final int PART_OF_HEAP = 8;

  private static final long MOST = 256L << 20;

  private final long bytes;
  private final AtomicLong used = new AtomicLong();

  SpillBudget(long bytes) {
    this.bytes = bytes;
  }

  static SpillBudget ofProcess() {
    return new SpillBudget(Math.min(MOST, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
  }

  /**
   * Takes so much, if it may be.
   *
   * @param own what the connection has taken so far
   */
  boolean take(long own, long more) {
    long before;
    do {
      before = used.get();
      if (own + more > bytes - before - more) {
        return false;
      }
    } while (!used.compareAndSet(before, before + more));
    return true;
  }

  void giveBack(long less) {
    used.addAndGet(-less);
  }

  /** Whether what is left had better be for the connections that there are. */
  boolean isTight() {
    return used.get() > bytes / 2;
  }

  long used() {
    return used.get();
  }
}
