package jfs.agent.observe;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import jfs.core.config.Log;
import jfs.core.stats.Connections;
import jfs.core.stats.ConnectionsBean;
import jfs.core.transport.Transports;

/** Shows the figures of all connections by JMX, in a JVM that has an MBean server. */
public final class ManagementBean implements Runnable {

  private static final String NAME = "jfs:type=Connections";

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
