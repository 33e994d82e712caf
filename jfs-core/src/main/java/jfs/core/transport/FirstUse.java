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
    "jfs.core.transport.TransportFailure",
    "jfs.core.wait.Deadline",
    "jfs.core.wait.WaitCounts",
    "jfs.core.wait.WaiterCount",
    "jfs.core.wait.SpinBudget",
    "jfs.core.wait.SoleProcessor",
  };

  /** The classes of a socket's connection, from its beginning to its being registered. */
  private static final String[] SOCKETS = {
    "jfs.core.LateSocket",
    "jfs.core.LateSocket$Late",
    "jfs.core.LocalEnd",
    "jfs.core.carrier.OwnTraffic",
    "jfs.core.runtime.Privileges",
    "jfs.core.stats.Connections$Live",
    "jfs.core.stats.ConnectionStats",
    "jfs.core.switchover.DeferredSocket",
    "jfs.core.switchover.DoorbellReader",
    "jfs.core.switchover.FirstPair",
    "jfs.core.switchover.Handover",
    "jfs.core.switchover.Histories",
    "jfs.core.switchover.Histories$Listener",
    "jfs.core.switchover.ListenerHistory",
    "jfs.core.switchover.Mutex",
    "jfs.core.switchover.Negotiation",
    "jfs.core.switchover.NegotiationState",
    "jfs.core.switchover.ReceivingSide",
    "jfs.core.switchover.SendingSide",
    "jfs.core.switchover.SocketAnchor",
    "jfs.core.switchover.SocketTraffic",
    "jfs.core.switchover.SwitchableConnection",
    "jfs.core.switchover.SwitchableInputStream",
    "jfs.core.switchover.SwitchableOutputStream",
    "jfs.core.switchover.TcpPart",
    "jfs.core.switchover.TrafficBefore",
    "jfs.core.switchover.UpgradePolicy",
    "jfs.core.transport.FourTuple",
    "jfs.core.transport.Preference",
  };

  private FirstUse() {}

  /** Uses what a socket's connection needs before there is a pair. */
  public static void ofSockets() {
    for (String name : SOCKETS) {
      of(name, FirstUse.class.getClassLoader());
    }
  }

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
      Log.debug("not used ahead", e);
    }
  }
}
