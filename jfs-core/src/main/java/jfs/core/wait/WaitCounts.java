package jfs.core.wait;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How the threads of this JVM have waited for shared memory and for RDMA, all together. Any thread
 * may call. Counted where a wait has cost more than the counting, but for polls that pay, which
 * come a million times a second: their threads tell of {@value #STEP} at once.
 */
public final class WaitCounts {

  /** A power of 2. */
  static final int STEP = 64;

  private static final AtomicLong PAID = new AtomicLong();
  private static final AtomicLong IN_VAIN = new AtomicLong();
  private static final AtomicLong SLEEPS = new AtomicLong();
  private static final AtomicLong WAKE_UPS = new AtomicLong();

  private WaitCounts() {}

  /** {@value #STEP} polls brought what their threads waited for. */
  static void pollsPaid() {
    PAID.getAndAdd(STEP);
  }

  /** A thread has polled, and what it waits for has not come. */
  static void pollInVain() {
    IN_VAIN.getAndIncrement();
  }

  /** A thread goes to sleep. */
  static void sleeps() {
    SLEEPS.getAndIncrement();
  }

  /** A thread of another JVM is woken. */
  public static void wakes() {
    WAKE_UPS.getAndIncrement();
  }

  /** All counts, by name. */
  public static Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("polls-paid", PAID.get());
    all.put("polls-in-vain", IN_VAIN.get());
    all.put("sleeps", SLEEPS.get());
    all.put("wake-ups", WAKE_UPS.get());
    return all;
  }
}
