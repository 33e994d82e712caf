package jfs.core.wait;

import java.util.function.LongSupplier;

/**
 * Whether and how long a thread polls shared memory before it goes to sleep. For one direction of
 * one connection; under that direction's lock.
 *
 * <p>Polling answers some ten times faster than sleeping and waking, if the processor has nothing
 * better to do. So it must pay, which is for {@link SpinCredit} to tell, and there are two lengths.
 * A short spin costs hardly more than what it may spare, the two system calls and switches of a
 * sleep: long enough for a peer that is running to answer, or for the scheduler to bring it in on
 * another processor. A long one bets that the peer answers before it would even be awake; only so
 * many threads of a process may as leave a processor free, and none where more directions wait in
 * turn than there are processors: there, whoever polls long keeps others from answering.
 */
public final class MemorySpin {

  /** Several times what a thread's switch takes. */
  private static final long SHORT_NANOS = 10_000;

  /** The default of the JFS paper's receivers. */
  private static final long LONG_NANOS = 80_000;

  /** Where latency is what counts: answers that take some work are worth it. */
  private static final long LONGER_NANOS = 1_000_000;

  /** How many times what a sleep costs a long spin may last. */
  private static final int LONG_WAKES = 4;

  private final Polling polling;
  private final WakeCost wakeCost;
  private final LongSupplier nanoTime;
  private final SpinCredit credit = new SpinCredit();
  private final Turns turns;

  private boolean begun;
  private boolean budgeted;
  private long started;

  /** The window in which this direction was counted among those that wait. */
  private long counted;

  /** Makes one that knows nothing yet. */
  public MemorySpin(Polling polling) {
    this(polling, new WakeCost(), false);
  }

  /**
   * Makes one for threads whose sleep costs more than usual.
   *
   * @param wakeCost what it costs; spins last as long as that at least, and long ones some times
   * @param forKernel whether what is waited for may take a thread of the kernel's to run
   */
  public MemorySpin(Polling polling, WakeCost wakeCost, boolean forKernel) {
    this(polling, wakeCost, forKernel, System::nanoTime);
  }

  MemorySpin(Polling polling, WakeCost wakeCost, boolean forKernel, LongSupplier nanoTime) {
    this.polling = polling;
    this.wakeCost = wakeCost;
    this.nanoTime = nanoTime;
    turns = new Turns(forKernel, nanoTime);
  }

  /** Whether to spin now; if so, {@link #end} must follow. */
  public boolean begin() {
    if (polling == Polling.NONE || !credit.allows()) {
      return false;
    }
    turns.begin();
    begun = false;
    return true;
  }

  /** Whether to look once more; called between two looks. */
  public boolean goOn() {
    Thread.onSpinWait();
    // The first looks cost nothing but themselves: a peer that is running answers by then.
    return !turns.isDue() || mayGoOn(nanoTime.getAsLong());
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
      turns.offer(now);
    }
    return time;
  }

  private long longNanos() {
    return polling == Polling.LONG ? LONGER_NANOS : LONG_NANOS;
  }

  private boolean mayBeLong() {
    if (Crowd.size() > SpinBudget.PROCESSORS) {
      return false;
    }
    budgeted = budgeted || SpinBudget.enterMemory();
    return budgeted;
  }

  /** The thread is about to sleep. */
  public void sleeps() {
    if (polling != Polling.NONE) {
      count(nanoTime.getAsLong());
    }
  }

  private void count(long now) {
    long window = Crowd.window(now);
    if (window != counted) {
      counted = window;
      Crowd.join(window);
    }
  }

  /** The end of a spin, and whether it brought what was waited for. */
  public void end(boolean paid) {
    if (budgeted) {
      budgeted = false;
      SpinBudget.leaveMemory();
    }
    if (paid) {
      turns.paid();
      credit.paid();
    } else {
      credit.wasInVain();
    }
  }
}
