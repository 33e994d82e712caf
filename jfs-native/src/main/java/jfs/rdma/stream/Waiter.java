package jfs.rdma.stream;

import java.util.concurrent.locks.LockSupport;
import jfs.core.transport.Anchor;
import jfs.core.wait.WakeCost;

/**
 * What waits for one direction, if anything does: a sleeping thread, or a selector. The thread sets
 * {@code sleeper}, and then checks for the last time, with the connection's lock held, what it
 * waits for. A thread that changes that does so with the lock held, and wakes the sleeper
 * afterwards. So either the sleeper sees the change, or it is woken.
 */
final class Waiter {

  /** What a sleep costs, for all waiters. */
  static final WakeCost COST = new WakeCost();

  private final Anchor anchor;

  private volatile Thread sleeper;

  /** When it was first woken since it went to sleep; 0 if it was not. */
  private volatile long wokenAt;

  /** Whether a selector waits. Guarded by the lock of {@link RdmaConnection}. */
  private boolean selected;

  /** Whether the selector is to be told, and there was no heap to do so. Guarded likewise. */
  private boolean untold;

  /** With what tells the selectors. */
  Waiter(Anchor anchor) {
    this.anchor = anchor;
  }

  /** A selector waits, until the next {@link #wake}. */
  void select() {
    selected = true;
  }

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
      // The reactor had to be woken first, which takes as long again.
      COST.note(2 * (System.nanoTime() - woken));
    }
  }

  boolean isWaiting() {
    return selected || sleeper != null;
  }

  /** Whether it sleeps and no thread has woken it; a woken one checks its condition itself. */
  boolean isAsleep() {
    return selected || (sleeper != null && wokenAt == 0);
  }

  void wake() {
    Thread thread = sleeper;
    if (thread != null) {
      if (wokenAt == 0) {
        wokenAt = System.nanoTime();
      }
      LockSupport.unpark(thread);
    }
    if (selected) {
      tell();
    }
  }

  private void tell() {
    try {
      anchor.changed();
      untold = false;
      selected = false;
    } catch (OutOfMemoryError e) {
      untold = true; // the caller has bytes to handle, so this is no time to throw
    }
  }

  /** Tells a selector that {@link #wake} had no heap to tell. To be called now and then. */
  void tellAgain() {
    if (untold) {
      tell();
    }
  }
}
