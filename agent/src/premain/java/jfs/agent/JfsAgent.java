package jfs.agent;

import java.lang.instrument.Instrumentation;
import jfs.agent.install.Installation;

/**
 * Where the JVM enters JFS. Small, and compiled for Java 8: an agent in {@code JAVA_TOOL_OPTIONS}
 * reaches every JVM of a host, older ones too, and if its class cannot be loaded or throws, the JVM
 * aborts. All else is in {@link Installation}, which only newer JVMs load.
 */
public final class JfsAgent {

  private JfsAgent() {}

  /** Called before the program's {@code main}, for {@code -javaagent}. Never throws. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    install(arguments, instrumentation, false);
  }

  /** Called when the agent is attached to a running JVM. Never throws. */
  public static void agentmain(String arguments, Instrumentation instrumentation) {
    install(arguments, instrumentation, true);
  }

  private static void install(
      String arguments, Instrumentation instrumentation, boolean attached) {
    try {
      String version = version();
      if (version.startsWith("1.") || Integer.parseInt(version) < 17) {
        System.err.println("jfs: warn: not installed: needs Java 17 or later, this is " + version);
      } else if (attached) {
        Installation.attached(arguments, instrumentation);
      } else {
        Installation.install(arguments, instrumentation);
      }
    } catch (Throwable t) {
      System.err.println("jfs: warn: not installed: " + t);
    }
  }

  /** The version; the lowest supported one if a security manager hides it. */
  private static String version() {
    try {
      return System.getProperty("java.specification.version");
    } catch (SecurityException e) {
      return "17"; // an older JVM can't load what comes next
    }
  }
}
