package jfs.rdma;

import java.util.concurrent.locks.LockSupport;
import jfs.core.wait.WakeCost;

/**
 * A thread that sleeps, if there is one: a direction's own. It says that it will before it looks
 * for the last time, with the wire's monitor held, at what it waits for; who changes that does so
 * with the monitor held, and wakes then. So the one sees the other's doing, or is woken.
 */
final class Waiter {

  /** Of all waiters: what it costs to sleep here. */
  static final WakeCost COST = new WakeCost();

  private volatile Thread sleeper;

  /** When it was woken first since it went to sleep; 0 if it was not. */
  private volatile long wokenAt;

  void begin() {
    sleeper = Thread.currentThread();
  }

  void end() {
    sleeper = null;
    wokenAt = 0;
  }

  /** Sleeps until woken, or so long; {@link Long#MAX_VALUE} is for ever. */
  void park(long nanos) {
    wokenAt = 0;
    if (nanos == Long.MAX_VALUE) {
      LockSupport.park(this);
    } else {
      LockSupport.parkNanos(this, nanos);
    }
    long woken = wokenAt;
    if (woken != 0) {
      // The reactor was woken to wake it, which takes as long again.
      COST.note(2 * (System.nanoTime() - woken));
    }
  }

  boolean isWaiting() {
    return sleeper != null;
  }

  /** Whether it sleeps and nobody has woken it, who will look for itself. */
  boolean isAsleep() {
    return sleeper != null && wokenAt == 0;
  }

  void wake() {
    Thread thread = sleeper;
    if (thread != null) {
      if (wokenAt == 0) {
        wokenAt = System.nanoTime();
      }
      LockSupport.unpark(thread);
    }
  }
}
