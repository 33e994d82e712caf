package jfs.nio.shm;

import java.util.concurrent.atomic.AtomicBoolean;
import jfs.core.config.Log;

/** Says that shared memory is short: once a process, for a user can do something about it. */
final class Shortage {

  private static final String EFFECT =
      "; connections beyond stay on TCP or return to it (no-memory)";

  private static final AtomicBoolean SAID = new AtomicBoolean();
  private static final AtomicBoolean SAID_OF_BUDGET = new AtomicBoolean();

  private Shortage() {}

  /** Of a file's memory. */
  static void of(ArenaFile file) {
    if (!SAID.get()) {
      String place = file.place();
      if (place != null && SAID.compareAndSet(false, true)) {
        Log.warn("little shared memory is left in " + place + EFFECT);
      }
    }
  }

  /** Of what this JVM may have in all: the user's own doing, with the heap's size. */
  static void ofBudget(MemoryBudget budget, MemoryUse use) {
    // A reader that stands still may fill half of it, and nobody else goes without.
    if (use != MemoryUse.SPILL && SAID_OF_BUDGET.compareAndSet(false, true)) {
      Log.warn(
          ShmCheck.amount(budget.taken())
              + " of shared memory are in use, and this JVM takes "
              + ShmCheck.amount(budget.limit())
              + " at most: half of what its heap may grow to (-Xmx), 1 GiB at most"
              + EFFECT);
    }
  }
}
