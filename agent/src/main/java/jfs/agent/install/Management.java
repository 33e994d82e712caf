package jfs.agent.install;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import jfs.core.config.Log;
import jfs.core.runtime.ServiceThreads;
import jfs.core.stats.Connections;
import jfs.core.stats.ConnectionsBean;
import jfs.core.transport.Transports;

/**
 * Shows the connections by JMX, in JVMs that have an MBean server: JFS makes none, which would take
 * a JVM longer than JFS's own start. Loaded when a program makes one.
 */
final class Management implements Runnable {

  /** The class that tells that the program makes an MBean server. */
  static final String SERVER = "com/sun/jmx/mbeanserver/JmxMBeanServer";

  private static final String NAME = "jfs:type=Connections";

  private static boolean begun;

  private Management() {}

  /** The program has made an MBean server, or is about to. Once; does not wait for it. */
  static synchronized void appears() {
    if (!begun) {
      begun = true;
      // A thread: the one that loads the class is in the midst of making the server.
      ServiceThreads.daemon(new Management(), "jfs-mbean").start();
    }
  }

  /** JFS has come to a program that runs: looks whether it has an MBean server. */
  static void appearsIfLoaded(Instrumentation instrumentation) {
    String name = SERVER.replace('/', '.');
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().equals(name)) {
        appears();
        return;
      }
    }
  }

  @Override
  public void run() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(
              new ConnectionsBean(Connections.ofProcess(), Transports.installed().kinds()),
              new ObjectName(NAME));
    } catch (JMException | RuntimeException | LinkageError e) {
      Log.debug("no MBean: " + Log.describe(e));
    }
  }
}
