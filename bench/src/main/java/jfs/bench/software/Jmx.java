package jfs.bench.software;

import java.lang.management.ManagementFactory;
import java.rmi.registry.LocateRegistry;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;

/** The JDK's management, asked from another JVM as consoles and exporters do. */
@SuppressWarnings("BanJNDI") // it is how the JDK's own connectors are found
final class Jmx implements Software {

  private MBeanServerConnection connection;

  private static JMXServiceURL url(int port) throws Exception {
    return new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
  }

  @Override
  public int serve() throws Exception {
    int port = Databases.freePort();
    LocateRegistry.createRegistry(port);
    JMXConnectorServerFactory.newJMXConnectorServer(
            url(port), Map.of(), ManagementFactory.getPlatformMBeanServer())
        .start();
    return port;
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    JMXServiceURL url = url(port);
    if (name.equals("connect")) {
      return () -> {
        try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
          connector.getMBeanServerConnection().getMBeanCount();
        }
      };
    }
    connection = JMXConnectorFactory.connect(url).getMBeanServerConnection();
    ObjectName memory = new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME);
    return () -> connection.getAttribute(memory, "HeapMemoryUsage");
  }
}
