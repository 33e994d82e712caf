package jfs.agent.programs;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * Makes two connections to itself, sends something by each, closes one, and prints all attributes
 * of an MBean that some agent registers, once it has. With an argument, it has its MBean server
 * from the start, and says "ready" and waits for a line before it does anything else.
 */
public final class ManagedConnections {

  private ManagedConnections() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      ManagementFactory.getPlatformMBeanServer();
      System.out.println("ready");
      System.in.read();
    }
    List<Loopback> loops = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Loopback loop = new Loopback();
      Loopback.transfer(loop.client, loop.server, 10);
      loops.add(loop);
    }
    loops.get(0).close();
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("jfs:type=Connections");
    while (!server.isRegistered(name)) {
      LockSupport.parkNanos(1_000_000);
    }
    for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
      Object value = server.getAttribute(name, attribute.getName());
      System.out.println(attribute.getName() + " " + text(value));
    }
    loops.get(1).close();
  }

  private static String text(Object value) {
    if (!(value instanceof TabularData table)) {
      return value.toString();
    }
    List<String> rows = new ArrayList<>();
    for (Object row : table.values()) {
      CompositeData pair = (CompositeData) row;
      rows.add(pair.get("key") + "=" + pair.get("value"));
    }
    return rows.toString();
  }
}
