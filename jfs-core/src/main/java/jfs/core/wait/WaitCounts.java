package jfs.core.wait;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How the threads of this JVM have waited for shared memory and for RDMA, all together. Any thread
 * may call. Counted where a wait has cost more than the counting, but for spins that pay, which
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

  /** {@value #STEP} spins brought what their threads waited for. */
  static void spinsPaid() {
    PAID.getAndAdd(STEP);
  }

  /** A thread has spun, and what it waits for has not come. */
  static void spinInVain() {
    IN_VAIN.getAndIncrement();
  }

  /** A thread goes to sleep. */
  public static void sleeps() {
    SLEEPS.getAndIncrement();
  }

  /** A thread of another JVM is woken, by shared memory: RDMA's devices do it themselves. */
  public static void wakes() {
    WAKE_UPS.getAndIncrement();
  }

  /** All counts, by name. */
  public static Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("spins-paid", PAID.get());
    all.put("spins-in-vain", IN_VAIN.get());
    all.put("sleeps", SLEEPS.get());
    all.put("wake-ups", WAKE_UPS.get());
    return all;
  }
}
