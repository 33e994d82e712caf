package jfs.contract;

import java.lang.reflect.Method;

/** Virtual threads by reflection: the suite is compiled for Java 17. */
public final class ReflectiveVirtualThreads {

  private ReflectiveVirtualThreads() {}

  /** Whether this JVM has them. */
  public static boolean areSupported() {
    return Runtime.version().feature() >= 21;
  }

  /** Starts one. */
  public static Thread start(Runnable task) {
    try {
      Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
      return (Thread) start.invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
