package jfs.core.wait;

import java.util.function.LongSupplier;

/**
 * How a thread waits where it and its peers take turns on one processor: it yields a few times,
 * since the peer answers in its turn or not before this thread sleeps. That takes less time than to
 * sleep and be woken. But if another thread takes a long turn, this one had better sleep: a thread
 * that is woken runs sooner than one that has yielded. Used by one thread at a time.
 */
final class Turns {

  /** In each of them every other thread may run. */
  private static final int MOST = 3;

  /** A peer seldom takes that long. */
  private static final long LONG_NANOS = 50_000;

  /** No yield for this many times as long as such a turn took. */
  private static final int ABSTENTION = 10;

  private final LongSupplier nanoTime;
  private int taken;
  private long began;
  private boolean abstains;
  private long abstainsUntil;

  Turns(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether to yield in this wait; if so, {@link #end} must follow. */
  boolean begin() {
    long now = nanoTime.getAsLong();
    if (abstains && now - abstainsUntil < 0) {
      return false;
    }
    abstains = false;
    taken = 0;
    began = now;
    return true;
  }

  /** Yields, if it is worth another try. */
  @SuppressWarnings("ThreadPriorityCheck") // a hint to the scheduler, which nothing depends on
  boolean goOn() {
    if (taken == MOST) {
      return false;
    }
    taken++;
    Thread.yield();
    return true;
  }

  /** Ends a wait, given whether it brought what the thread waits for. */
  void end(boolean paid) {
    if (!paid) {
      long now = nanoTime.getAsLong();
      long took = now - began;
      abstains = took > LONG_NANOS;
      abstainsUntil = now + ABSTENTION * took;
    }
  }
}
