package jfs.core.wait;

import java.util.function.LongSupplier;

/**
 * Decides when a thread that polls yields its processor: another thread there may be the one that
 * it waits for. If no other thread wants the processor, a yield costs a fraction of a microsecond.
 * If two ends share a processor although another one is free, yields let them answer each other
 * without a call to sleep or wake. Both stay runnable, so the scheduler sees that there are two,
 * and parts them.
 *
 * <p>This class learns how long to poll before the first yield: less if that yield led to what the
 * thread waits for, longer if it came otherwise. If a stranger takes the processor, such as a
 * compiler thread, and keeps it, there is no other yield for 100 times as long, so the time lost is
 * a hundredth; and where that is usual there is none of other directions either, see {@link
 * LongTurns}. A thread that waits for the kernel always yields. Used under the direction's lock.
 */
final class YieldPolicy {

  /** Looks between two yields, and before the first one at most: 1 to 3 us. */
  private static final int MOST_LOOKS = 64;

  /** Looks before the first one at least: the answer of a running peer takes about as long. */
  private static final int LEAST_LOOKS = 8;

  /** A yield of which no other thread makes use takes a fraction of that. */
  static final long TAKEN_NANOS = 10_000;

  /** The thread that this one waits for seldom takes that long. */
  private static final long LONG_TURN_NANOS = 50_000;

  /** After such a turn of another thread, no yield for this many times as long as it lasted. */
  private static final int ABSTENTION = 100;

  private final boolean forKernel;
  private final LongSupplier nanoTime;
  private final LongTurns longTurns;

  /** When yields begin again, if {@link #abstaining}. */
  private long from;

  private boolean abstaining;

  /** Whether another thread has run in a yield of this wait. */
  private boolean othersRan;

  private int first = MOST_LOOKS;
  private int looks;
  private int next;

  /**
   * Makes one that knows nothing yet.
   *
   * @param forKernel whether a thread of the kernel may have to run: a device that is software
   *     answers from one, and that thread gets no processor by itself while others poll
   * @param longTurns what this and other directions have learned
   */
  YieldPolicy(boolean forKernel, LongSupplier nanoTime, LongTurns longTurns) {
    this.forKernel = forKernel;
    this.nanoTime = nanoTime;
    this.longTurns = longTurns;
  }

  void begin() {
    othersRan = false;
    looks = 0;
    next = first;
  }

  /** Counts a look, and returns whether it is time for a yield. */
  boolean isDue() {
    if (++looks < next) {
      return false;
    }
    next = looks + MOST_LOOKS;
    return true;
  }

  /** Lets other runnable threads run. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint to the scheduler, which nothing depends on
  void offer(long now) {
    if (!forKernel && ((abstaining && now - from < 0) || longTurns.areRecent(now))) {
      return;
    }
    Thread.yield();
    long after = nanoTime.getAsLong();
    long turn = Math.min(after - now, LongTurns.LONGEST_NANOS);
    abstaining = turn > LONG_TURN_NANOS;
    if (!forKernel) {
      longTurns.ended(turn, after);
    }
    othersRan |= turn > TAKEN_NANOS;
    from = after + ABSTENTION * turn;
  }

  /** Whether another thread has run in a yield of this wait. */
  boolean othersRan() {
    return othersRan;
  }

  /** Notes that what the thread waits for has come. */
  void paid() {
    first = looks == first ? Math.max(first / 2, LEAST_LOOKS) : Math.min(first * 2, MOST_LOOKS);
  }
}
