package jfs.core.wait;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Spins while spinning pays, and finds out cheaply when it pays again.
 *
 * <p>After a spin in vain, the next waits block at once: 1 wait, then 3, 7 and so on up to 255,
 * until a spin succeeds. So a connection with a slow peer wastes one short spin in 256 waits. A
 * connection with a fast peer is back to spinning after a single success. A reader that stays
 * blocked does not spin at all.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding is the point, and a hint is all it has to be
public final class AdaptiveSpin implements WaitStrategy {

  private static final int MOST_DOUBLINGS = 8;

  private final long limitNanos;
  private final LongSupplier nanoTime;
  private int failures;
  private int waitsToSkip;

  /**
   * Makes a strategy that knows nothing yet.
   *
   * @param limitNanos the longest spin: a small multiple of what blocking and being woken costs
   */
  public AdaptiveSpin(long limitNanos) {
    this(limitNanos, System::nanoTime);
  }

  AdaptiveSpin(long limitNanos, LongSupplier nanoTime) {
    this.limitNanos = limitNanos;
    this.nanoTime = nanoTime;
  }

  @Override
  public int spin(Attempt attempt) throws IOException {
    if (waitsToSkip > 0) {
      waitsToSkip--;
      return 0;
    }
    if (!SpinBudget.enter()) {
      return 0;
    }
    try {
      return spinWithinBudget(attempt);
    } finally {
      SpinBudget.leave();
    }
  }

  private int spinWithinBudget(Attempt attempt) throws IOException {
    long start = nanoTime.getAsLong();
    long spent;
    int result;
    do {
      // A yield costs little if no other thread wants the processor. If one does, it may well be
      // the thread that this one waits for. On a single processor it must be: one yield is enough.
      Thread.yield();
      result = attempt.tryAgain();
      spent = nanoTime.getAsLong() - start;
    } while (result == 0 && spent < limitNanos && SpinBudget.PROCESSORS > 1);
    learn(result != 0 && spent < limitNanos);
    return result;
  }

  /** A late success is a failure: other threads want the processors, and yielding lost this one. */
  private void learn(boolean paid) {
    if (paid) {
      failures = 0;
    } else {
      failures = Math.min(failures + 1, MOST_DOUBLINGS);
      waitsToSkip = (1 << failures) - 1;
    }
  }
}
