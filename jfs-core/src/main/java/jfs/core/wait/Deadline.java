package jfs.core.wait;

import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/** The moment at which a read times out, for reads that take several waits. */
public final class Deadline {

  private static final Deadline NEVER = new Deadline(0);

  private final long nanoTime;

  private Deadline(long nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A deadline in so many milliseconds from now, 0 for never. */
  public static Deadline in(int millis) {
    return millis == 0
        ? NEVER
        : new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /**
   * The time left in milliseconds, rounded up as the JDK does; 0 for ever.
   *
   * @throws SocketTimeoutException if no time is left
   */
  public int remainingMillis() throws SocketTimeoutException {
    long nanos = remainingNanos();
    return nanos == Long.MAX_VALUE ? 0 : toMillis(nanos);
  }

  /** The same, but one millisecond if no time is left: enough to look without waiting. */
  public int remainingMillisToLook() {
    return this == NEVER ? 0 : toMillis(Math.max(1, nanoTime - System.nanoTime()));
  }

  /** Rounded up. */
  private static int toMillis(long nanos) {
    return (int) TimeUnit.NANOSECONDS.toMillis(nanos + 999_999);
  }

  /**
   * The time left in nanoseconds; {@link Long#MAX_VALUE} for ever.
   *
   * @throws SocketTimeoutException if no time is left
   */
  public long remainingNanos() throws SocketTimeoutException {
    if (this == NEVER) {
      return Long.MAX_VALUE;
    }
    long left = nanoTime - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("Read timed out");
    }
    return left;
  }
}
