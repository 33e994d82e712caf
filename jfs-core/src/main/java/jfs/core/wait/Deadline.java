package jfs.core.wait;

import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * The moment at which a read times out, for reads that take several waits. It is a number, a {@link
 * System#nanoTime} or {@link #NEVER}, and no object: a read that waits must need no heap.
 */
public final class Deadline {

  /** The deadline of what may take for ever. */
  public static final long NEVER = Long.MIN_VALUE;

  private Deadline() {}

  /** A deadline in so many milliseconds from now, 0 for never. */
  public static long in(int millis) {
    if (millis == 0) {
      return NEVER;
    }
    long then = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    return then == NEVER ? then + 1 : then;
  }

  /** Whether no time is left. */
  public static boolean isOver(long deadline) {
    return deadline != NEVER && deadline - System.nanoTime() <= 0;
  }

  /**
   * The time left in milliseconds, rounded up as the JDK does; 0 for ever.
   *
   * @throws SocketTimeoutException if no time is left
   */
  public static int remainingMillis(long deadline) throws SocketTimeoutException {
    long nanos = remainingNanos(deadline);
    return nanos == Long.MAX_VALUE ? 0 : toMillis(nanos);
  }

  /** The same, but one millisecond if no time is left: enough to look without waiting. */
  public static int remainingMillisToLook(long deadline) {
    return deadline == NEVER ? 0 : toMillis(Math.max(1, deadline - System.nanoTime()));
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
  public static long remainingNanos(long deadline) throws SocketTimeoutException {
    if (deadline == NEVER) {
      return Long.MAX_VALUE;
    }
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("Read timed out");
    }
    return left;
  }
}
