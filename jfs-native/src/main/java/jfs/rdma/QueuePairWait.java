package jfs.rdma;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import jfs.core.runtime.Interrupts;
import jfs.core.wait.MemorySpin;
import jfs.rdma.verbs.QueuePair;

/**
 * How the thread of one direction waits for what arrives on the queue pair: it polls, and then it
 * sleeps. For one thread at a time.
 */
final class QueuePairWait {

  private final RdmaConnection connection;
  private final QueuePair queuePair;
  private final Waiter waiter;
  private final MemorySpin spin;

  QueuePairWait(RdmaConnection connection, Waiter waiter, MemorySpin spin) {
    this.connection = connection;
    this.waiter = waiter;
    this.spin = spin;
    queuePair = connection.queuePair();
  }

  /** A condition, evaluated with the queue pair's monitor held. */
  @FunctionalInterface
  interface Condition {
    boolean holds();
  }

  /** How long a sleep may last at most, asked before each. */
  @FunctionalInterface
  interface Limit {
    /** In nanoseconds, {@link Long#MAX_VALUE} for ever; throws if nothing is left. */
    long nanos() throws SocketTimeoutException;
  }

  /** Polls for as long as that pays; returns whether the condition holds. */
  boolean poll(Condition condition) {
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        synchronized (queuePair) {
          connection.advance();
          found = condition.holds();
        }
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /**
   * Sleeps until the condition holds. An interrupt is kept for the caller; that of a virtual thread
   * ends the sleep.
   */
  void sleep(Condition condition, Limit limit) throws InterruptedIOException {
    boolean interrupted = Interrupts.take();
    waiter.begin();
    try {
      while (!lastLook(condition)) {
        waiter.park(limit.nanos());
        interrupted |= Interrupts.take();
      }
    } finally {
      waiter.end();
      Interrupts.restore(interrupted);
    }
  }

  /** Arms the queue and polls once more: what comes later raises an event. */
  private boolean lastLook(Condition condition) {
    synchronized (queuePair) {
      if (!condition.holds()) {
        queuePair.arm();
        connection.advanceAll();
        // The peer may wait as well, for room in this end's ring.
        connection.spill();
      }
      return condition.holds();
    }
  }
}
