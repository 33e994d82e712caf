package jfs.core.runtime;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Makes JFS's own threads, so that they keep nothing of the program's thread that happened to need
 * them first: no thread group, which the program may interrupt or count; no context class loader
 * and no inherited access control context, either of which would keep an application's classes
 * loaded for ever; no inheritable thread locals, no priority.
 *
 * <p>Any thread may call.
 */
public final class ServiceThreads {

  private ServiceThreads() {}

  /**
   * Makes a daemon thread that is yet to be started.
   *
   * @throws SecurityException if a security manager's policy does not grant JFS its threads
   */
  @SuppressWarnings("removal") // without it a thread inherits the access control context up to 23
  public static Thread daemon(Runnable task, String name) {
    return AccessController.doPrivileged(new Making(task, name));
  }

  /** A class and not a lambda: threads are made on the path of a program's first connection. */
  private static final class Making implements PrivilegedAction<Thread> {
    private final Runnable task;
    private final String name;

    Making(Runnable task, String name) {
      this.task = task;
      this.name = name;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // it is the program's thread's that is not wanted
    public Thread run() {
      Thread thread = new Thread(rootGroup(), task, name, 0, false);
      thread.setDaemon(true);
      thread.setPriority(Thread.NORM_PRIORITY);
      thread.setContextClassLoader(null);
      return thread;
    }
  }

  private static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    for (ThreadGroup up = group.getParent(); up != null; up = up.getParent()) {
      group = up;
    }
    return group;
  }
}
