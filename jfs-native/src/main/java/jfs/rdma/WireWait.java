package jfs.rdma;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import jfs.core.runtime.Interrupts;
import jfs.core.wait.MemorySpin;

/**
 * How the thread of one direction waits for what comes in by the wire: it polls, and then it
 * sleeps. One thread at a time.
 */
final class WireWait {

  private final Conversation talk;
  private final Wire wire;
  private final Waiter waiter;
  private final MemorySpin spin;

  WireWait(Conversation talk, Waiter waiter, MemorySpin spin) {
    this.talk = talk;
    this.waiter = waiter;
    this.spin = spin;
    wire = talk.wire();
  }

  /** Something that is asked with the wire's monitor held. */
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

  /** Polls for as long as that pays, and says whether the condition holds. */
  boolean poll(Condition condition) {
    if (!spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        synchronized (wire) {
          talk.advance();
          found = condition.holds();
        }
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /** Sleeps until the condition holds. No interrupt is lost; a virtual thread's ends it. */
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

  /** What comes after it tells of itself. */
  private boolean lastLook(Condition condition) {
    synchronized (wire) {
      if (!condition.holds()) {
        wire.arm();
        talk.advanceAll();
        // What it waits for may be that the peer, which waits for the same, gets room.
        talk.spill();
      }
      return condition.holds();
    }
  }
}
