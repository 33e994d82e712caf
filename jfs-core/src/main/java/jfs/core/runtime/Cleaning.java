package jfs.core.runtime;

import java.lang.ref.Cleaner;

/**
 * Does what is left to do when something is no longer used. The JDK's own cleaning thread can't be
 * borrowed by public API, so there is one of JFS, started when first needed.
 */
public final class Cleaning {

  private static final Cleaner CLEANER =
      Cleaner.create(
          action -> {
            Thread thread = new Thread(null, action, "jfs-cleaner", 0, false);
            thread.setDaemon(true);
            return thread;
          });

  private Cleaning() {}

  /** Runs an action, which must not refer to the owner, once nothing else does. */
  public static Cleaner.Cleanable register(Object owner, Runnable action) {
    return CLEANER.register(owner, action);
  }
}
