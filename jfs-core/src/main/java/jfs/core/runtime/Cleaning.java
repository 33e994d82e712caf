package jfs.core.runtime;

import java.lang.ref.Cleaner;
import java.util.concurrent.ThreadFactory;

/**
 * Does what is left to do when something is no longer used. The JDK's own cleaning thread can't be
 * borrowed by public API, so there is one of JFS, started when first needed.
 */
public final class Cleaning {

  private static final Cleaning OF_PROCESS =
      new Cleaning(task -> ServiceThreads.daemon(task, "jfs-cleaner"));

  private final ThreadFactory threads;

  /** Null until the thread could be started. Guarded by the monitor. */
  private Cleaner cleaner;

  /** For tests: this process's is another. */
  Cleaning(ThreadFactory threads) {
    this.threads = threads;
  }

  /**
   * Runs an action, which must not refer to the owner, once nothing else does. If no thread can be
   * had, nothing is registered, and the action runs only when the answer is cleaned.
   */
  public static Cleaner.Cleanable register(Object owner, Runnable action) {
    return OF_PROCESS.add(owner, action);
  }

  Cleaner.Cleanable add(Object owner, Runnable action) {
    try {
      return cleaner().register(owner, action);
    } catch (OutOfMemoryError | SecurityException e) {
      // What a socket does must not fail for what is done once it is forgotten. The next owner
      // tries again.
      return new Unregistered(action);
    }
  }

  private synchronized Cleaner cleaner() {
    if (cleaner == null) {
      // Assigned only once the thread runs: a static initializer that failed would fail for good.
      cleaner = Cleaner.create(threads);
    }
    return cleaner;
  }

  /** Runs the action once, as a cleaner's would. */
  private static final class Unregistered implements Cleaner.Cleanable {
    private Runnable action;

    Unregistered(Runnable action) {
      this.action = action;
    }

    @Override
    public void clean() {
      Runnable once;
      synchronized (this) {
        once = action;
        action = null;
      }
      if (once != null) {
        once.run();
      }
    }
  }
}
