package jfs.bench.program;

import java.util.concurrent.locks.LockSupport;

/**
 * When operations are due: one after the other at a fixed distance. One that is due while the last
 * is still going on begins at once after that, and counts from when it was due: whoever would have
 * asked for it then has waited. A pace that only waited for its turn would forget the delays that
 * matter most (coordinated omission). For one thread.
 */
final class Pace {

  private final long distanceNanos;
  private long due;

  /**
   * Begins now.
   *
   * @param distanceNanos 0 for operations that are due when the last has ended
   */
  Pace(long distanceNanos) {
    this.distanceNanos = distanceNanos;
    due = System.nanoTime();
  }

  /** Waits until the next one is due; answers since when it counts, of {@link System#nanoTime}. */
  long next() {
    long begin = System.nanoTime();
    if (distanceNanos == 0) {
      return begin;
    }
    long from = due;
    due += distanceNanos;
    if (begin - from >= 0) {
      return from;
    }
    for (; begin - from < 0; begin = System.nanoTime()) {
      LockSupport.parkNanos(from - begin);
    }
    // How late the timer woke this thread is not what is measured.
    return begin;
  }
}
