package jfs.core.wait;

import java.util.function.LongSupplier;
import jfs.core.runtime.SystemClock;

/**
 * Decides whether and how long a thread polls shared memory before it goes to sleep. There is one
 * for each direction of a connection, used under that direction's lock.
 *
 * <p>Polling answers some ten times faster than sleeping and waking, if the processor has nothing
 * better to do. So it must pay, which {@link SpinCredit} judges, and there are two lengths. A short
 * spin costs hardly more than what it may save: the two system calls and switches of a sleep. It is
 * long enough for a running peer to answer, or for the scheduler to start the peer on another
 * processor. A long spin bets that the peer answers before this thread could even wake up. So many
 * threads of a process may spin long that one processor stays free, and none if more directions
 * wait in turn than there are processors: there, a thread that polls for long keeps others from
 * answering.
 */
public final class MemorySpin {

  /**
   * How long a selector goes without polling, after that did not pay. A trial takes no more than a
   * hundredth of that.
   */
  private static final long SELECTOR_ABSTAINS_NANOS = 60_000_000;

  /** Several times as long as a switch between threads takes. */
  private static final long SHORT_NANOS = 10_000;

  /** The default of the receivers in the JFS paper. */
  private static final long LONG_NANOS = 80_000;

  /** For programs that prefer latency: answers that take the peer some work are worth it. */
  private static final long LONGER_NANOS = 1_000_000;

  /** A long spin may last this many times as long as a sleep costs. */
  private static final int LONG_WAKES = 4;

  private final Polling polling;
  private final WakeCost wakeCost;
  private final LongSupplier nanoTime;
  private final SpinCredit credit = new SpinCredit();
  private final YieldPolicy yields;

  /** Polls again after so long, however many waits that are; 0 for never. */
  private final long abstainsNanos;

  /** When the credit was found gone; used if it comes back with time. */
  private long goneSince;

  private boolean gone;

  private boolean begun;
  private boolean budgeted;
  private long started;

  /** The last window in which {@link WaiterCount} counted this direction. */
  private long counted;

  /** How many have paid, modulo 2^32. */
  private int paidSpins;

  /** Makes one that knows nothing yet. */
  public MemorySpin(Polling polling) {
    this(polling, new WakeCost(), false);
  }

  /**
   * Makes one for threads that pay more than usual for a sleep.
   *
   * @param wakeCost what a sleep costs; spins last at least as long, and long spins several times
   * @param forKernel whether a thread of the kernel may have to run before the wait ends
   */
  public MemorySpin(Polling polling, WakeCost wakeCost, boolean forKernel) {
    this(polling, wakeCost, forKernel, SystemClock.NANOS, LongTurns.OF_PROCESS, 0);
  }

  /** With the time after which it polls again, in nanoseconds; 0 for never. */
  MemorySpin(
      Polling polling,
      WakeCost wakeCost,
      boolean forKernel,
      LongSupplier nanoTime,
      LongTurns longTurns,
      long abstainsNanos) {
    this.polling = polling;
    this.wakeCost = wakeCost;
    this.nanoTime = nanoTime;
    this.abstainsNanos = abstainsNanos;
    yields = new YieldPolicy(forKernel, nanoTime, longTurns);
  }

  /**
   * Makes one for a selector. A wait of its thread may bring the news of a hundred channels, and
   * may take as long: so thousands of waits are no measure for when to try again.
   */
  static MemorySpin ofSelector() {
    return new MemorySpin(
        Polling.USUAL,
        new WakeCost(),
        false,
        SystemClock.NANOS,
        LongTurns.OF_PROCESS,
        SELECTOR_ABSTAINS_NANOS);
  }

  /** Whether to spin now; if so, {@link #end} must follow. */
  public boolean begin() {
    if (polling == Polling.NONE || (!credit.allows() && !isTimeForTrial())) {
      return false;
    }
    gone = false;
    yields.begin();
    begun = false;
    return true;
  }

  private boolean isTimeForTrial() {
    if (abstainsNanos == 0) {
      return false;
    }
    long now = nanoTime.getAsLong();
    if (!gone) {
      gone = true;
      goneSince = now;
    }
    if (now - goneSince < abstainsNanos) {
      return false;
    }
    credit.renew();
    return true;
  }

  /** Whether to look once more; called between two looks. */
  public boolean goOn() {
    Thread.onSpinWait();
    // The first looks need no clock: a running peer answers by then.
    return !yields.isDue() || mayGoOn(nanoTime.getAsLong());
  }

  private boolean mayGoOn(long now) {
    if (!begun) {
      begun = true;
      started = now;
      count(now);
    }
    long spent = now - started;
    long sleep = wakeCost.nanos();
    boolean time =
        spent < Math.max(SHORT_NANOS, sleep)
            || (spent < Math.max(longNanos(), LONG_WAKES * sleep) && mayBeLong());
    if (time) {
      yields.offer(now);
    }
    return time;
  }

  private long longNanos() {
    return polling == Polling.LONG ? LONGER_NANOS : LONG_NANOS;
  }

  private boolean mayBeLong() {
    if (isCrowded()) {
      return false;
    }
    budgeted = budgeted || SpinBudget.enterMemory();
    return budgeted;
  }

  private static boolean isCrowded() {
    return WaiterCount.size() > SpinBudget.PROCESSORS;
  }

  /** Whether other threads ran on this one's processor during the last spin. */
  boolean othersRan() {
    return yields.othersRan();
  }

  /** Notes that the thread is about to sleep. */
  public void sleeps() {
    WaitCounts.sleeps();
    if (polling != Polling.NONE) {
      count(nanoTime.getAsLong());
    }
  }

  private void count(long now) {
    long window = WaiterCount.window(now);
    if (window != counted) {
      counted = window;
      WaiterCount.join(window);
    }
  }

  /** Ends a spin, given whether it brought what the thread waits for. */
  public void end(boolean paid) {
    if (budgeted) {
      budgeted = false;
      SpinBudget.leaveMemory();
    }
    if (paid) {
      yields.paid();
      credit.paid();
      if ((++paidSpins & (WaitCounts.STEP - 1)) == 0) {
        WaitCounts.spinsPaid();
      }
    } else {
      credit.wasInVain(paidSpins == 0 && isCrowded());
      WaitCounts.spinInVain();
    }
  }
}
