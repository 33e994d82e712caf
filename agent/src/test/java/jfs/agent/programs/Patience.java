package jfs.agent.programs;

import java.util.concurrent.TimeUnit;

/**
 * How long a program waits for what takes moments on an idle machine, before it says that it never
 * came: {@code -Dtest.patience} times as long where the tests' machine has much else to do.
 */
public final class Patience {

  private static final int TIMES = Integer.getInteger("test.patience", 1);

  private Patience() {}

  public static int ofSeconds(int seconds) {
    return Math.multiplyExact(TIMES, seconds);
  }

  public static int ofMillis(int millis) {
    return Math.multiplyExact(TIMES, millis);
  }

  /** {@link #ofSeconds} in nanoseconds. */
  public static long nanosOfSeconds(int seconds) {
    return TimeUnit.SECONDS.toNanos(ofSeconds(seconds));
  }
}
