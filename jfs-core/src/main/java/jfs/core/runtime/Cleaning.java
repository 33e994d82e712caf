package jfs.core.runtime;

import java.lang.ref.Cleaner;
import java.util.concurrent.ThreadFactory;

/**
 * Runs actions for objects that are no longer used. Public API can't borrow the JDK's own cleaning
 * thread, so JFS has one, which it starts when first needed.
 */
public final class Cleaning {

  private static final Cleaning OF_PROCESS = new Cleaning(new Daemons());

  private final ThreadFactory threads;

  /** Null until the thread has started. Guarded by the monitor. */
  private Cleaner cleaner;

  /** For tests; the process uses {@link #OF_PROCESS}. */
  Cleaning(ThreadFactory threads) {
    this.threads = threads;
  }

  /**
   * Runs an action, which must not refer to the owner, once nothing else refers to the owner. If
   * the thread can't be started, nothing is registered, and the action runs only when the caller
   * cleans the result.
   */
  public static Cleaner.Cleanable register(Object owner, Runnable action) {
    return OF_PROCESS.add(owner, action);
  }

  Cleaner.Cleanable add(Object owner, Runnable action) {
    try {
      return cleaner().register(owner, action);
    } catch (OutOfMemoryError | SecurityException e) {
      // An operation of a socket must not fail because of a cleaning that comes much later. The
      // next owner tries again.
      return new Unregistered(action);
    }
  }

  private synchronized Cleaner cleaner() {
    if (cleaner == null) {
      // Assigned only once the thread runs. A static initializer that failed would fail for good.
      cleaner = Cleaner.create(threads);
    }
    return cleaner;
  }

  private static final class Daemons implements ThreadFactory {
    @Override
    public Thread newThread(Runnable task) {
      return ServiceThreads.daemon(task, "jfs-cleaner");
    }
  }

  /** Runs the action once, like the result of a cleaner. */
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
