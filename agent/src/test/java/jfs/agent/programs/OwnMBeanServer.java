package jfs.agent.programs;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Has an MBean server of its own. Once an agent's thread looks for the platform's, prints how many
 * there are; then has the platform's, too, and waits for the agent's bean there.
 */
public final class OwnMBeanServer {

  private OwnMBeanServer() {}

  public static void main(String[] args) throws Exception {
    MBeanServer own = MBeanServerFactory.createMBeanServer("own");
    while (!isLookedFor()) {
      LockSupport.parkNanos(1_000_000);
    }
    System.out.println("servers " + MBeanServerFactory.findMBeanServer(null).size());
    MBeanServer platform = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("jfs:type=Connections");
    while (!platform.isRegistered(name)) {
      LockSupport.parkNanos(1_000_000);
    }
    System.out.println("own has it: " + own.isRegistered(name));
  }

  private static boolean isLookedFor() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().equals("jfs-tools")
                    && thread.getState() == Thread.State.TIMED_WAITING);
  }
}
