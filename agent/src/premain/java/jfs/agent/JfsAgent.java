package jfs.agent;

import java.lang.instrument.Instrumentation;
import jfs.agent.install.Installation;

/**
 * Where the JVM enters JFS. Compiled for Java 8 and tiny: an agent in {@code JAVA_TOOL_OPTIONS}
 * reaches every JVM of a host, older ones too, and one that cannot load its class, or throws, aborts
 * the JVM. Everything else is {@link Installation}'s, which only newer ones get to see.
 */
public final class JfsAgent {

  private JfsAgent() {}

  /** Called before the program's {@code main}, for {@code -javaagent}. Never throws. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    install(arguments, instrumentation);
  }

  /** Called when the agent is attached to a running JVM. Never throws. */
  public static void agentmain(String arguments, Instrumentation instrumentation) {
    install(arguments, instrumentation);
  }

  private static void install(String arguments, Instrumentation instrumentation) {
    try {
      String version = version();
      if (version.startsWith("1.") || Integer.parseInt(version) < 17) {
        System.err.println("jfs: warn: not installed: needs Java 17 or later, this is " + version);
      } else {
        Installation.install(arguments, instrumentation);
      }
    } catch (Throwable t) {
      System.err.println("jfs: warn: not installed: " + t);
    }
  }

  /** The version, or the least that will do where a security manager keeps it secret. */
  private static String version() {
    try {
      return System.getProperty("java.specification.version");
    } catch (SecurityException e) {
      return "17"; // an older JVM can't load what comes next
    }
  }
}
