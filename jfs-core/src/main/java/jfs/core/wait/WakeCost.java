package jfs.core.wait;

/**
 * What a sleep costs: the time from being woken to running, as it was of late. A thread that polls
 * for about as long never wastes much more than it might have saved. Any thread may call; the
 * figure is a hint, and lost updates do no harm.
 */
public final class WakeCost {

  /** Beyond this the thread had to wait for a processor, which is no reason to poll for longer. */
  private static final long MOST_NANOS = 1_000_000;

  private static final int WEIGHT = 8;

  private volatile long nanos;

  /** Notes how many nanoseconds a thread took. */
  public void note(long took) {
    long now = nanos;
    nanos = now + (Math.max(0, Math.min(took, MOST_NANOS)) - now) / WEIGHT;
  }

  /** The cost in nanoseconds; 0 as long as nothing is known. */
  public long nanos() {
    return nanos;
  }
}
