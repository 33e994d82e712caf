package jfs.shm.memory;

/** This JVM's budget of shared memory, for tests of what uses it. */
public final class ProcessBudget {

  private ProcessBudget() {}

  /** How many bytes are in use. */
  public static long taken() {
    return MemoryBudget.ofProcess().taken();
  }

  /** Takes all that pairs may have; returns how many bytes that was. */
  public static long takeAllForPairs() {
    MemoryBudget budget = MemoryBudget.ofProcess();
    long taken = budget.limit() / 8 * 6 - budget.taken(); // the rest is not for pairs
    budget.take(taken, MemoryUse.PAIR);
    return taken;
  }

  /** Gives bytes back. */
  public static void give(long bytes) {
    MemoryBudget.ofProcess().give(bytes);
  }
}
