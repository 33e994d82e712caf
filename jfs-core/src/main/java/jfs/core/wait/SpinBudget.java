package jfs.core.wait;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many threads of this process may spin at once: never more than there are processors, since
 * one more would only keep a thread with work to do from running.
 *
 * <p>The counts are hints that guard no other data, so it is enough that they are atomic.
 */
final class SpinBudget {

  /** Asked once: it is a system call, and the answer seldom changes in a container. */
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

  /** Threads that poll memory for long leave one processor to threads that work. */
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
