package sun.nio.ch;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a selector sleeps while only its own look can tell that a channel has room. Used by the
 * selecting thread.
 */
final class JfsNaps {

  private static final long SHORTEST_NANOS = 50_000;
  private static final long LONGEST_NANOS = 10_000_000;

  /** It uses little of a processor while it waits, and goes on with little delay. */
  private static final int PART = 4;

  /** When the naps of this selection began; 0 if there were none. */
  private long began;

  /** Whether the thread has a permit to park, with which no nap lasts. */
  private boolean hasPermit;

  /** The next nap of a thread that has waited for so long, in nanoseconds. */
  static long after(long waitedNanos) {
    return Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, waitedNanos / PART));
  }

  /** A selection begins. */
  void begin() {
    began = 0;
    hasPermit = false;
  }

  /** How long the next is, in nanoseconds. */
  long next() {
    long now = System.nanoTime();
    if (began == 0) {
      began = now;
    }
    return after(now - began);
  }

  /** How much of such a nap the kernel can wait. */
  long millisOf(long nanos) {
    return Math.max(TimeUnit.NANOSECONDS.toMillis(nanos), hasPermit ? 1 : 0);
  }

  /** Sleeps for less than the kernel's wait can. The program's permit to park is left to it. */
  void sleep(Object blocker, long nanos) {
    long start = System.nanoTime();
    LockSupport.parkNanos(blocker, nanos);
    if (System.nanoTime() - start < nanos / 2 && !Thread.currentThread().isInterrupted()) {
      LockSupport.unpark(Thread.currentThread());
      hasPermit = true;
    }
  }
}
