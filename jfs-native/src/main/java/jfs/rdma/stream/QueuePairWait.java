package jfs.rdma.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import jfs.core.runtime.Interrupts;
import jfs.core.runtime.UninterruptibleWait;
import jfs.core.runtime.VirtualThreads;
import jfs.core.transport.FirstUse;
import jfs.core.wait.Deadline;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.WaitCounts;

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
  void sleep(Awaited what, long deadline, long longest) throws InterruptedIOException {
    boolean interrupted = Interrupts.take();
    WaitCounts.sleeps();
    waiter.begin();
    try {
      while (!connection.lastLook(what)) {
        waiter.park(Math.min(Deadline.remainingNanos(deadline), longest));
        interrupted |= Interrupts.take();
      }
    } finally {
      waiter.end();
      Interrupts.restore(interrupted);
    }
  }

  /**
   * As {@link #sleep}, but for a reader: in the JDK other threads see its interrupt while it
   * sleeps. So a platform thread that is interrupted leaves the sleep to a helper.
   */
  void sleepAsReader(Awaited what, long deadline) throws IOException {
    if (VirtualThreads.isVirtual(Thread.currentThread())) {
      sleep(what, deadline, Long.MAX_VALUE);
    } else if (!sleepUnlessInterrupted(what, deadline)) {
      try {
        UninterruptibleWait.await(new HelpersSleep(this, what, deadline));
      } catch (OutOfMemoryError | LinkageError | SecurityException e) {
        sleep(what, deadline, Long.MAX_VALUE); // without a helper: this hides the interrupt
      }
    }
  }

  /** Sleeps until it has come; false if this thread is interrupted before. */
  private boolean sleepUnlessInterrupted(Awaited what, long deadline)
      throws SocketTimeoutException {
    boolean counted = false;
    waiter.begin();
    try {
      while (!connection.lastLook(what)) {
        if (Thread.currentThread().isInterrupted()) {
          return false; // a helper sleeps, and counts that
        }
        if (!counted) {
          counted = true;
          WaitCounts.sleeps();
        }
        waiter.park(Deadline.remainingNanos(deadline));
      }
      return true;
    } finally {
      waiter.end();
    }
  }

  /** A class and no lambda, which would be linked at its first use: see {@link #rehearse}. */
  private static final class HelpersSleep implements UninterruptibleWait.Wait {

    private final QueuePairWait wait;
    private final Awaited what;
    private final long deadline;

    HelpersSleep(QueuePairWait wait, Awaited what, long deadline) {
      this.wait = wait;
      this.what = what;
      this.deadline = deadline;
    }

    @Override
    public void run() throws IOException {
      wait.sleep(what, deadline, Long.MAX_VALUE);
    }
  }

  /** Uses for a first time what a waiting thread needs. */
  static void rehearse() {
    FirstUse.of(Awaited.class);
    FirstUse.of(UninterruptibleWait.class);
    FirstUse.of(HelpersSleep.class);
  }
}
