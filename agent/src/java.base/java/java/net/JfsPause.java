package java.net;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits that needs JFS's part of a connection and could not make it: there is no
 * memory, or another thread is just making it.
 */
final class JfsPause {

  static final long FIRST_NANOS = 1_000_000;
  private static final long LONGEST_NANOS = 100_000_000;

  private JfsPause() {}

  /**
   * Waits. Leaves the thread interrupted if it was.
   *
   * @return for how long to wait the next time
   */
  static long rest(long nanos) {
    boolean interrupted = Thread.interrupted(); // or it would not wait
    LockSupport.parkNanos(nanos);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return Math.min(2 * nanos, LONGEST_NANOS);
  }
}
