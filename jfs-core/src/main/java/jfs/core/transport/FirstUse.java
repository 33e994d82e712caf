package jfs.core.transport;

import jfs.core.config.Log;
import jfs.core.runtime.VirtualThreads;

/**
 * Uses for a first time what a thread of the program's may need when its connection has left TCP.
 * The JVM then loads classes and initialises them, which takes heap. A thread that reads or writes
 * may find none, as it would not need any with the JDK's sockets; and a class whose initialisation
 * has failed for that fails ever after. So a transport's own thread does it before there is a pair.
 */
public final class FirstUse {

  /** Those that are not used by making a connection, reading from TCP and writing to it. */
  private static final String[] CORE = {
    "jfs.core.ring.RingSender$Left",
    "jfs.core.runtime.Interrupts",
    "jfs.core.runtime.LackOfMemory",
    "jfs.core.stats.Totals$Count",
    "jfs.core.switchover.WakeUps",
    "jfs.core.tcp.Flags",
    "jfs.core.tcp.Room",
    "jfs.core.wait.Crowd",
    "jfs.core.wait.SpinBudget",
  };

  private FirstUse() {}

  /** Of what all transports have in common. */
  public static void ofCore() {
    for (String name : CORE) {
      of(name, FirstUse.class.getClassLoader());
    }
    VirtualThreads.isVirtual(Thread.currentThread()); // a call links its method handle, too
  }

  /** Of a class. May be called again where there was no memory to load it. */
  public static void of(Class<?> type) {
    of(type.getName(), type.getClassLoader());
  }

  private static void of(String name, ClassLoader loader) {
    try {
      Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      // Somebody has renamed it. Then it is loaded when it is needed.
      Log.debug("not used ahead: " + Log.describe(e));
    }
  }
}
