package jfs.agent.observe;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import jfs.core.config.Log;
import jfs.core.stats.Connections;
import jfs.core.stats.ConnectionsBean;
import jfs.core.transport.Transports;

/**
 * Shows the figures of all connections by JMX, in a JVM that has the platform's MBean server. That
 * a JVM has some MBean server does not say so: it may be the program's own, and if JFS asked for
 * the platform's, the JDK would make it. So this looks for one until there is one.
 */
public final class ManagementBean implements Runnable {

  private static final String NAME = "jfs:type=Connections";

  /** One of the beans that the JDK registers with the platform's server. */
  private static final String OF_PLATFORM = "java.lang:type=Runtime";

  @Override
  public void run() {
    try {
      awaitPlatformServer()
          .registerMBean(
              new ConnectionsBean(Connections.ofProcess(), Transports.installed().kinds()),
              new ObjectName(NAME));
    } catch (JMException | RuntimeException | LinkageError e) {
      Log.debug("no MBean", e);
    } catch (InterruptedException e) {
      Log.debug("no MBean: interrupted");
    }
  }

  /** The program's own server may be of any class. */
  private static boolean isPlatform(MBeanServer server, ObjectName runtime) {
    try {
      return server.isRegistered(runtime);
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static MBeanServer awaitPlatformServer() throws JMException, InterruptedException {
    ObjectName runtime = new ObjectName(OF_PLATFORM);
    LongerPauses pauses = new LongerPauses();
    while (true) {
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        if (isPlatform(server, runtime)) {
          return server;
        }
      }
      pauses.pause();
    }
  }
}
