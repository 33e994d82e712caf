package jfs.rdma;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * When a host without RDMA is looked at again, whose driver may have been loaded meanwhile: where a
 * connection wants it, and more seldom each time. Nothing is done where none does.
 */
final class Reopening {

  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final long first;
  private long pause;

  /** Null while nobody waits. Written by the reactor's thread, as the one below, which is first. */
  private volatile Thread waiting;

  private volatile long due;
  private volatile boolean wanted;

  Reopening() {
    this(FIRST_NANOS);
  }

  /** With so long to pass before the first time. */
  Reopening(long first) {
    this.first = first;
    pause = first;
  }

  /** Returns when it is time; the reactor's thread's to call. */
  void await() {
    due = System.nanoTime() + pause;
    pause = Math.min(4 * pause, Math.max(first, LONGEST_NANOS));
    wanted = false;
    waiting = Thread.currentThread();
    while (!wanted) {
      LockSupport.park(this);
      // Whoever interrupts this thread means another one; interrupted, it would not sleep any more.
      Thread.interrupted();
    }
    waiting = null;
  }

  /** A connection would use it. Any thread. */
  void wanted() {
    Thread thread = waiting;
    if (thread != null && System.nanoTime() - due >= 0) {
      wanted = true;
      LockSupport.unpark(thread);
    }
  }
}
