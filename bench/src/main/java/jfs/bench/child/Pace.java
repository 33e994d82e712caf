package jfs.bench.child;

import java.util.concurrent.locks.LockSupport;

/**
 * When operations are due: one after the other at a fixed distance. One that is due while the last
 * is still going on begins at once after that, and counts from when it was due: a user that asks
 * for it at that time has waited. A pace that counted from the actual begin would miss the delays
 * that matter most (coordinated omission). For one thread.
 *
 * <p>With a distance this is an open loop as far as times go: when operations are due does not
 * depend on how fast they are answered, and what is late waits in a queue that is counted. But no
 * two are under way at once. Without one it is a closed loop, as in all suites that keep no pace.
 */
public final class Pace {

  private final long distanceNanos;
  private long due;

  /**
   * Begins now.
   *
   * @param distanceNanos 0 for operations that are due when the last has ended
   */
  public Pace(long distanceNanos) {
    this.distanceNanos = distanceNanos;
    due = System.nanoTime();
  }

  /** How long it is until the next one is due, in nanoseconds; 0 or less if it is. */
  public long remaining() {
    return distanceNanos == 0 ? 0 : due - System.nanoTime();
  }

  /** Waits until the next one is due, which the samples count from when it should have begun. */
  public void await(Samples samples) {
    if (distanceNanos > 0) {
      samples.resume(next());
    }
  }

  /**
   * The same for a timer that was set for {@link #remaining}, and has now fired: as where this
   * class waits itself, how late that was is not in the samples.
   */
  public void woken(Samples samples) {
    samples.resume(wakeUp());
  }

  /** The client's timer has fired: answers since when its next operation counts. */
  long wakeUp() {
    next(); // waits if the timer was early
    return System.nanoTime();
  }

  /** Waits until the next one is due; answers since when it counts, of {@link System#nanoTime}. */
  long next() {
    long begin = System.nanoTime();
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
