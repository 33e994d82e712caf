package jfs.rdma.cm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * When the reactor tries again to open RDMA on a host without it, since a driver may have been
 * loaded meanwhile: when a connection wants RDMA, and less often each time. Without such a
 * connection it does nothing.
 */
final class Reopening {

  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final long first;
  private long pause;

  /**
   * Null while the reactor does not wait. Written by its thread, after {@link #due}, which it also
   * writes.
   */
  private volatile Thread waiting;

  private volatile long due;
  private volatile boolean wanted;

  Reopening() {
    this(FIRST_NANOS);
  }

  /** With another first pause, in nanoseconds. */
  Reopening(long first) {
    this.first = first;
    pause = first;
  }

  /** Returns when it is time. For the reactor's thread. */
  void await() {
    due = System.nanoTime() + pause;
    pause = Math.min(4 * pause, Math.max(first, LONGEST_NANOS));
    wanted = false;
    waiting = Thread.currentThread();
    while (!wanted) {
      LockSupport.park(this);
      // Clears an interrupt, which is not meant for this thread: with it, park would not sleep any
      // more.
      Thread.interrupted();
    }
    waiting = null;
  }

  /** A connection wants RDMA. Any thread may call. */
  void wanted() {
    Thread thread = waiting;
    if (thread != null && System.nanoTime() - due >= 0) {
      wanted = true;
      LockSupport.unpark(thread);
    }
  }
}
