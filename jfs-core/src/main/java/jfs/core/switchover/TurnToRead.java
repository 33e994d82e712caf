package jfs.core.switchover;

import java.net.SocketTimeoutException;
import jfs.core.wait.Deadline;

/** How a socket's reader waits for another reader. */
final class TurnToRead {

  /** Whether the JDK counts the wait for another reader against the timeout. */
  private static final boolean TIMEOUT_COUNTS_LOCK = Runtime.version().feature() >= 21;

  private TurnToRead() {}

  /**
   * Takes the lock of the receiving direction; returns the time that is left for reading, in
   * milliseconds, 0 for ever.
   */
  static int await(Mutex lock, CarrierAnchor tcp) throws SocketTimeoutException {
    int timeout = tcp.timeout();
    if (lock.tryLock()) {
      return timeout;
    }
    if (timeout == 0 || !TIMEOUT_COUNTS_LOCK) {
      lock.lock();
      return tcp.timeout();
    }
    Deadline deadline = Deadline.in(timeout);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (!lock.tryLock(deadline.remainingMillis())) {
            throw new SocketTimeoutException("Read timed out");
          }
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      return deadline.remainingMillis();
    } catch (SocketTimeoutException e) {
      lock.unlock();
      throw e;
    }
  }
}
