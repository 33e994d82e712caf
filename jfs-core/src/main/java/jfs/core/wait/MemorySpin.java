package jfs.core.wait;

/**
 * Whether and how long a thread polls shared memory before it goes to sleep. For one direction of
 * one connection; under that direction's lock.
 *
 * <p>Polling answers some ten times faster than sleeping and waking, if the processor has nothing
 * better to do, and is a disaster where the polling thread keeps the one that it waits for from
 * running. So it must pay: a spin in vain is followed by waits that sleep at once, 1, 3, 7 and so
 * on up to 1023, until a spin succeeds. A spin that was interrupted by the scheduler means that
 * others want the processor, and counts as many in vain. And no more threads of this process spin
 * at once than there are processors to spare.
 */
public final class MemorySpin {

  /** The default of the JFS paper's receivers. */
  private static final long LIMIT_NANOS = 80_000;

  /** How many looks between two looks at the clock. */
  private static final int BATCH = 128;

  /** A gap between two looks at the clock that only the scheduler can have made. */
  private static final long PREEMPTED_NANOS = 30_000;

  private static final int MOST_DOUBLINGS = 10;
  private static final int PENALTY = 5;

  private final boolean allowed;
  private int failures;
  private int waitsToSkip;

  private long started;
  private long lastLook;
  private int looks;

  /** The window in which this direction was counted among those that wait. */
  private long counted;

  /**
   * Makes one that knows nothing yet.
   *
   * @param allowed whether whoever is waited for has another processor to run on
   */
  public MemorySpin(boolean allowed) {
    this.allowed = allowed;
  }

  /** Whether to spin now; if so, {@link #end} must follow. */
  public boolean begin() {
    if (!allowed) {
      return false;
    }
    if (waitsToSkip > 0) {
      waitsToSkip--;
      return false;
    }
    if (!SpinBudget.enterMemory()) {
      return false;
    }
    looks = 0;
    started = 0;
    return true;
  }

  /** Whether to look once more; called between two looks. */
  public boolean goOn() {
    Thread.onSpinWait();
    if (++looks % BATCH != 0) {
      return true;
    }
    long now = System.nanoTime();
    if (started == 0) {
      started = now;
      lastLook = now;
      count(now);
    }
    if (now - lastLook > PREEMPTED_NANOS || Crowd.size() > SpinBudget.PROCESSORS) {
      failures = Math.min(failures + PENALTY, MOST_DOUBLINGS);
      return false;
    }
    lastLook = now;
    return now - started < LIMIT_NANOS;
  }

  /** The thread is about to sleep. */
  public void sleeps() {
    if (allowed) {
      count(System.nanoTime());
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
    SpinBudget.leaveMemory();
    if (paid) {
      failures = 0;
    } else {
      failures = Math.min(failures + 1, MOST_DOUBLINGS);
      waitsToSkip = (1 << failures) - 1;
    }
  }
}
