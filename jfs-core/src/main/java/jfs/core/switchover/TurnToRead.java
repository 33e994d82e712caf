package jfs.core.switchover;

import java.net.SocketTimeoutException;
import jfs.core.wait.Deadline;

/** How a socket's reader waits for another reader. */
final class TurnToRead {

  /** Whether the JDK counts the wait for another reader against the timeout. */
  private static final boolean TIMEOUT_COUNTS_LOCK = Runtime.version().feature() >= 25;

  private TurnToRead() {}

  /**
   * Takes the lock of the receiving direction, which another reader has.
   *
   * @param timeout the program's, as this reader came, in milliseconds, 0 for ever
   * @return the time that is left for reading, likewise
   */
  static int await(Mutex lock, CarrierAnchor tcp, int timeout) throws SocketTimeoutException {
    if (timeout == 0 || !TIMEOUT_COUNTS_LOCK) {
      lock.lock();
      return tcp.timeout();
    }
    long deadline = Deadline.in(timeout);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (!lock.tryLock(Deadline.remainingMillis(deadline))) {
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
      return Deadline.remainingMillis(deadline);
    } catch (SocketTimeoutException e) {
      lock.unlock();
      throw e;
    }
  }
}
