package jfs.shm;

import jfs.core.config.Log;

/** Says that shared memory is short: once a process, for a user can do something about it. */
final class Shortage {

  private static final String EFFECT =
      "; connections beyond stay on TCP or return to it (no-memory)";

  private static volatile boolean said;
  private static boolean saidOfBudget;

  private Shortage() {}

  /** Of a file's memory. */
  static void of(ArenaFile file) {
    if (!said) {
      String place = file.place();
      if (place != null && claim()) {
        Log.warn("little shared memory is left in " + place + EFFECT);
      }
    }
  }

  /** Of what this JVM may have in all: the user's own doing, with the heap's size. */
  static void ofBudget(MemoryBudget budget, MemoryUse use) {
    // A reader that stands still may fill half of it, and nobody else goes without.
    if (use != MemoryUse.SPILL && claimOfBudget()) {
      Log.warn(
          ShmCheck.amount(budget.taken())
              + " of shared memory are in use, and this JVM takes "
              + ShmCheck.amount(budget.limit())
              + " at most: half of what its heap may grow to (-Xmx), 1 GiB at most"
              + EFFECT);
    }
  }

  /** Whether the caller is the first. A JDK's atomic would be linked by it, which takes heap. */
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
