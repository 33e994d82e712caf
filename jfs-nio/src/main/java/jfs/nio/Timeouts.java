package jfs.nio;

import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Arithmetic on timeouts, in which 0 stands for "for ever", as in SO_TIMEOUT. */
final class Timeouts {

  private Timeouts() {}

  static long toNanos(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Rounds up: a thread that wakes up early has not waited long enough. */
  static long toMillis(long nanos) {
    return nanos == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
  }

  /**
   * Returns what is left of a timeout, 0 if it has no end.
   *
   * @throws SocketTimeoutException if nothing is left
   */
  static long remaining(long nanos, long start, String message) throws SocketTimeoutException {
    if (nanos == 0) {
      return 0;
    }
    long remaining = nanos - (System.nanoTime() - start);
    if (remaining <= 0) {
      throw new SocketTimeoutException(message);
    }
    return remaining;
  }

  /**
   * Acquires a lock within a timeout, ignoring interrupts, and returns what is left of the timeout.
   *
   * @throws SocketTimeoutException if it is over first; the caller does not hold the lock then
   */
  static long lock(ReentrantLock lock, int millis, String message) throws SocketTimeoutException {
    if (millis == 0) {
      lock.lock();
      return 0;
    }
    long nanos = toNanos(millis);
    long start = System.nanoTime();
    boolean interrupted = false;
    try {
      long remaining = nanos;
      while (true) {
        try {
          if (lock.tryLock(remaining, TimeUnit.NANOSECONDS)) {
            break;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
        remaining = remaining(nanos, start, message);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      return remaining(nanos, start, message);
    } catch (SocketTimeoutException e) {
      lock.unlock();
      throw e;
    }
  }
}
