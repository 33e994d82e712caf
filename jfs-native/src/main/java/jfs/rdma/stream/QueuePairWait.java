package jfs.rdma.stream;

import java.io.InterruptedIOException;
import jfs.core.runtime.Interrupts;
import jfs.core.wait.Deadline;
import jfs.core.wait.MemorySpin;

/**
 * How the thread of one direction waits for what arrives on the queue pair: it polls, and then it
 * sleeps. For one thread at a time.
 */
final class QueuePairWait {

  private final RdmaConnection connection;
  private final Waiter waiter;
  private final MemorySpin spin;

  QueuePairWait(RdmaConnection connection, Waiter waiter, MemorySpin spin) {
    this.connection = connection;
    this.waiter = waiter;
    this.spin = spin;
  }

  /** Polls for as long as that pays; returns whether it has come. */
  boolean poll(Awaited what) {
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = connection.poll(what);
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /**
   * Sleeps until it has come. An interrupt is kept for the caller; that of a virtual thread ends
   * the sleep.
   *
   * @param longest after so many nanoseconds at most the thread looks again, whether it is woken or
   *     not
   * @throws java.net.SocketTimeoutException after the deadline
   */
  void sleep(Awaited what, Deadline deadline, long longest) throws InterruptedIOException {
    boolean interrupted = Interrupts.take();
    waiter.begin();
    try {
      while (!connection.lastLook(what)) {
        waiter.park(Math.min(deadline.remainingNanos(), longest));
        interrupted |= Interrupts.take();
      }
    } finally {
      waiter.end();
      Interrupts.restore(interrupted);
    }
  }
}
