package jfs.core.wait;

import java.util.function.LongSupplier;

/**
 * When a thread that polls offers its processor to others: one of them may be whom it waits for. On
 * a processor of their own the offer costs a fraction of a microsecond. Where two ends share one
 * though another one is free, they get to each other with no call to sleep or wake; and since both
 * stay runnable, the scheduler sees that there are two, and parts them.
 *
 * <p>How long to poll before the first offer is learned: hardly, if it led to what was waited for;
 * longer, if that came by itself. If it was a stranger who took the processor, a compiler say, and
 * kept it, there is no other offer for so long that the time lost is a hundredth; unless whom one
 * waits for is the kernel. Under the direction's lock.
 */
final class Turns {

  /** Looks between two offers, and before the first one at most: 1 to 3 us. */
  private static final int MOST_LOOKS = 64;

  /** Before the first one at least: an answer of a peer that runs takes about as long. */
  private static final int LEAST_LOOKS = 8;

  /** Whom one waits for seldom takes that long. */
  private static final long LONG_TURN_NANOS = 50_000;

  /** How many times as long as a turn lasted nobody else gets one. */
  private static final int ABSTENTION = 100;

  private final boolean forKernel;
  private final LongSupplier nanoTime;

  /** From when on others may have a turn, if {@link #abstaining}. */
  private long from;

  private boolean abstaining;
  private int first = MOST_LOOKS;
  private int looks;
  private int next;

  /**
   * Knows nothing yet.
   *
   * @param forKernel whether it may be a thread of the kernel's that has to run: a device that is
   *     software answers from one, and that one gets no processor by itself while others poll
   */
  Turns(boolean forKernel, LongSupplier nanoTime) {
    this.forKernel = forKernel;
    this.nanoTime = nanoTime;
  }

  void begin() {
    looks = 0;
    next = first;
  }

  /** Counts a look, and says whether it is time for an offer. */
  boolean isDue() {
    if (++looks < next) {
      return false;
    }
    next = looks + MOST_LOOKS;
    return true;
  }

  /** Lets others run who are runnable. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint to the scheduler, which nothing depends on
  void offer(long now) {
    if (abstaining && now - from < 0) {
      return;
    }
    Thread.yield();
    long after = nanoTime.getAsLong();
    long turn = after - now;
    abstaining = !forKernel && turn > LONG_TURN_NANOS;
    from = after + ABSTENTION * turn;
  }

  /** What was waited for has come. */
  void paid() {
    first = looks == first ? Math.max(first / 2, LEAST_LOOKS) : Math.min(first * 2, MOST_LOOKS);
  }
}
