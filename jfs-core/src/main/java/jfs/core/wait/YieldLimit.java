package jfs.core.wait;

import java.util.function.LongSupplier;

/**
 * How a thread waits where it and its peers take turns on too few processors: it yields a few
 * times, since the peer answers in its turn or not before this thread sleeps. That takes less time
 * than to sleep and be woken. But if other threads take a long turn in vain, this one had better
 * sleep: a thread that is woken runs sooner than one that has yielded. Used by one thread at a
 * time.
 */
final class YieldLimit {

  /** In each of them every other thread may run. */
  private static final int MOST = 3;

  /** A turn that is long for a peer. */
  private static final long LONG_NANOS = 50_000;

  /** No yield for this many times as long as such turns took. */
  private static final int ABSTENTION = 10;

  private final LongSupplier nanoTime;
  private int count;
  private long spent;
  private boolean abstains;
  private long abstainsUntil;

  YieldLimit(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether to yield in this wait; if so, {@link #end} must follow. */
  boolean begin() {
    if (abstains && nanoTime.getAsLong() - abstainsUntil < 0) {
      return false;
    }
    abstains = false;
    count = 0;
    spent = 0;
    return true;
  }

  /** Yields, if it is worth another try. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint to the scheduler, which nothing depends on
  boolean goOn() {
    if (count == MOST) {
      return false;
    }
    count++;
    long start = nanoTime.getAsLong();
    Thread.yield();
    spent += nanoTime.getAsLong() - start;
    return true;
  }

  /** Ends a wait, given whether it brought what the thread waits for. */
  void end(boolean paid) {
    if (!paid && spent > LONG_NANOS) {
      abstains = true;
      abstainsUntil = nanoTime.getAsLong() + ABSTENTION * spent;
    }
  }

  /** Whether other threads ran in the last wait. */
  boolean othersRan() {
    return spent > YieldPolicy.TAKEN_NANOS;
  }
}
