package jfs.core.transport;

import jfs.core.config.Log;
import jfs.core.runtime.VirtualThreads;

/**
 * Uses for a first time what a program's thread may need when its connection has left TCP. The JVM
 * then loads classes and initialises them, which takes heap. A thread that reads or writes may find
 * none, and would need none with the JDK's sockets. A class that could not be initialised for lack
 * of heap fails ever after. So a transport's own thread does this before there is a pair.
 */
public final class FirstUse {

  /** The classes that a connection does not use to connect, read from TCP and write to it. */
  private static final String[] CORE = {
    "jfs.core.ring.RingSender$Left",
    "jfs.core.runtime.Interrupts",
    "jfs.core.runtime.LackOfMemory",
    "jfs.core.stats.Totals$Count",
    "jfs.core.switchover.DoorbellReader",
    "jfs.core.tcp.Flags",
    "jfs.core.tcp.SendWindow",
    "jfs.core.wait.WaiterCount",
    "jfs.core.wait.SpinBudget",
  };

  private FirstUse() {}

  /** Uses what all transports have in common. */
  public static void ofCore() {
    for (String name : CORE) {
      of(name, FirstUse.class.getClassLoader());
    }
    VirtualThreads.isVirtual(Thread.currentThread()); // a call links its method handle, too
  }

  /** Loads and initialises a class. The caller may repeat this where there was no memory. */
  public static void of(Class<?> type) {
    of(type.getName(), type.getClassLoader());
  }

  private static void of(String name, ClassLoader loader) {
    try {
      Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      // The class was renamed. It is loaded when it is needed.
      Log.debug("not used ahead: " + Log.describe(e));
    }
  }
}
