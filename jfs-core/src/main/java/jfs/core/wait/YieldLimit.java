package jfs.core.wait;

import java.util.function.LongSupplier;

/**
 * How a thread waits where it and its peers take turns on too few processors: it yields a few
 * times, since the peer answers in its turn or not before this thread sleeps. That takes less time
 * than to sleep and be woken. But if other threads take a long turn in vain, this one had better
 * sleep: a thread that is woken runs sooner than one that has yielded. Where turns usually are as
 * long as a scheduler's slice ({@link LongTurns}), that goes also if what it waits for has come: in
 * that time it would have come to a sleeper, too. Used by one thread at a time.
 */
final class YieldLimit {

  /** In each of them every other thread may run. */
  private static final int MOST = 3;

  /** A turn that is long for a peer. */
  private static final long LONG_NANOS = 50_000;

  /** No yield for this many times as long as such turns took. */
  private static final int ABSTENTION = 10;

  /** The same where turns usually are as long as a slice: a hundredth of the time is lost. */
  private static final int LONG_ABSTENTION = 100;

  private final LongSupplier nanoTime;
  private final LongTurns longTurns;
  private int count;
  private long spent;

  /** Whether a turn of this wait was as long as a slice, where such turns are usual. */
  private boolean slice;

  private boolean abstains;
  private long abstainsUntil;

  /**
   * Makes one that knows nothing yet.
   *
   * @param longTurns what this and other threads have learned
   */
  YieldLimit(LongSupplier nanoTime, LongTurns longTurns) {
    this.nanoTime = nanoTime;
    this.longTurns = longTurns;
  }

  /** Whether to yield in this wait; if so, {@link #end} must follow. */
  boolean begin() {
    long now = nanoTime.getAsLong();
    if ((abstains && now - abstainsUntil < 0) || longTurns.areRecent(now)) {
      return false;
    }
    abstains = false;
    count = 0;
    spent = 0;
    slice = false;
    return true;
  }

  /** Yields, if it is worth another try. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint to the scheduler, which nothing depends on
  boolean goOn() {
    if (count == MOST || slice) {
      return false;
    }
    count++;
    long start = nanoTime.getAsLong();
    Thread.yield();
    long end = nanoTime.getAsLong();
    long turn = Math.min(end - start, LongTurns.LONGEST_NANOS);
    slice = longTurns.ended(turn, end);
    spent += turn;
    return true;
  }

  /** Ends a wait, given whether it brought what the thread waits for. */
  void end(boolean paid) {
    if (slice || (!paid && spent > LONG_NANOS)) {
      abstains = true;
      abstainsUntil = nanoTime.getAsLong() + (slice ? LONG_ABSTENTION : ABSTENTION) * spent;
    }
  }

  /** Whether other threads ran in the last wait. */
  boolean othersRan() {
    return spent > YieldPolicy.TAKEN_NANOS;
  }
}
