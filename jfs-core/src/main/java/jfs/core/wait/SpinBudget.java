package jfs.core.wait;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many threads of this process may spin at once: never more than there are processors, since
 * one more would only keep a thread with work to do from running.
 *
 * <p>The count is a hint that guards no other data, so its atomicity is all that matters.
 */
final class SpinBudget {

  /** Asked once: it is a system call, and containers seldom change their minds. */
  static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private static final AtomicInteger SPINNING = new AtomicInteger();

  private SpinBudget() {}

  static boolean enter() {
    if (SPINNING.incrementAndGet() <= PROCESSORS) {
      return true;
    }
    SPINNING.decrementAndGet();
    return false;
  }

  static void leave() {
    SPINNING.decrementAndGet();
  }

  /** A thread that polls memory does not yield: one processor must be left for those that work. */
  private static final int MEMORY_LIMIT = Math.max(1, PROCESSORS - 1);

  private static final AtomicInteger POLLING_MEMORY = new AtomicInteger();

  static boolean enterMemory() {
    if (POLLING_MEMORY.incrementAndGet() <= MEMORY_LIMIT) {
      return true;
    }
    POLLING_MEMORY.decrementAndGet();
    return false;
  }

  static void leaveMemory() {
    POLLING_MEMORY.decrementAndGet();
  }
}
