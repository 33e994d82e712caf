package jfs.core.runtime;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes JFS's own threads. They inherit nothing from the program's thread that happens to need them
 * first: no thread group, which the program may interrupt or count; no context class loader and no
 * access control context, either of which would keep an application's classes loaded for ever; no
 * inheritable thread locals, no priority. If one ends by an error, the program's {@linkplain
 * Thread#setDefaultUncaughtExceptionHandler default handler} does not learn of that: it may end the
 * program, or wait at its end for the very thread that calls it.
 *
 * <p>Any thread may call.
 */
public final class ServiceThreads {

  private ServiceThreads() {}

  /**
   * Makes a daemon thread and does not start it.
   *
   * @throws SecurityException if a security manager's policy does not grant JFS its threads
   */
  @SuppressWarnings("removal") // without it a thread inherits the access control context up to 23
  public static Thread daemon(Runnable task, String name) {
    return AccessController.doPrivileged(new Making(task, name));
  }

  /**
   * The same for a task that other threads rely on. If memory is too short for the task, it runs
   * again a moment later. The task need not catch that error itself, and could not always. When an
   * assumption of compiled code fails, the JVM needs memory for objects that this code had
   * optimised away. If there is none, it throws past the handlers of that code.
   *
   * @param task returns when it is over
   */
  public static Thread lasting(Runnable task, String name) {
    return daemon(new Lasting(task), name);
  }

  private static final class Lasting implements Runnable {
    private static final long PAUSE_NANOS = 20_000_000;

    private final Runnable task;

    Lasting(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      // The first time that the JVM looks for a handler, it loads the class that this catches,
      // which takes memory. So do that once while there is some.
      boolean rehearsed = false;
      boolean over = false;
      while (!over) {
        try {
          if (!rehearsed) {
            rehearsed = true;
            throw new OutOfMemoryError();
          }
          task.run();
          over = true;
        } catch (Error e) {
          if (!LackOfMemory.isCauseOf(e)) {
            throw e;
          }
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
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
    @SuppressWarnings("ThreadPriorityCheck") // must not be that of the program's thread
    public Thread run() {
      Thread thread = new Thread(rootGroup(), task, name, 0, false);
      thread.setDaemon(true);
      thread.setPriority(Thread.NORM_PRIORITY);
      thread.setContextClassLoader(null);
      thread.setUncaughtExceptionHandler(new Ended());
      return thread;
    }
  }

  private static final class Ended implements Thread.UncaughtExceptionHandler {

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
      String line = "jfs: error: thread " + thread.getName() + " has ended: " + error + "\n";
      try {
        // Not by System.err, which may be the program's, and wait for it.
        new FileOutputStream(FileDescriptor.err).write(line.getBytes(StandardCharsets.UTF_8));
      } catch (Throwable t) {
        // There is no memory to tell of it, or nobody to tell.
      }
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
