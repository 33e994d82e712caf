package jfs.agent.others;

import java.lang.management.ManagementFactory;
import jdk.jfr.FlightRecorder;

/** Has its JVM's MBean server and flight recorder from the start, as agents that monitor do. */
public final class ToolsAgent {

  private ToolsAgent() {}

  /** Called by the JVM. */
  public static void premain(String arguments) {
    ManagementFactory.getPlatformMBeanServer();
    FlightRecorder.getFlightRecorder();
  }
}
