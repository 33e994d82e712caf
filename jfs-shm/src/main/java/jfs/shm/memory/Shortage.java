package jfs.shm.memory;

import jfs.core.config.Log;

/** Warns once per process that shared memory is short, since a user can do something about it. */
final class Shortage {

  private static final String EFFECT =
      "; connections beyond stay on TCP or return to it (no-memory)";

  private static volatile boolean said;
  private static boolean saidOfBudget;

  private Shortage() {}

  /** Warns about a file system's memory. */
  static void of(ArenaFile file) {
    if (!said) {
      String place = file.place();
      if (place != null && claim()) {
        Log.warn("little shared memory is left in " + place + EFFECT);
      }
    }
  }

  /** Warns about this JVM's budget, which the user sets by the size of the heap. */
  static void ofBudget(MemoryBudget budget, MemoryUse use) {
    // For a reader that stands still, a sender may use half of the budget, and no other connection
    // lacks memory then.
    if (use != MemoryUse.SPILL && claimOfBudget()) {
      Log.warn(
          MemoryAmount.words(budget.taken())
              + " of shared memory are in use, and this JVM takes "
              + MemoryAmount.words(budget.limit())
              + " at most: half of what its heap may grow to (-Xmx), 1 GiB at most"
              + EFFECT);
    }
  }

  /**
   * Whether the caller is the first. An atomic of the JDK would have to be linked, which takes
   * heap.
   */
  private static synchronized boolean claim() {
    boolean first = !said;
    said = true;
    return first;
  }

  private static synchronized boolean claimOfBudget() {
    boolean first = !saidOfBudget;
    saidOfBudget = true;
    return first;
  }
}
