package jfs.agent.install;

import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Set;
import jfs.agent.observe.FlightRecording;
import jfs.agent.observe.ManagementBean;
import jfs.core.config.Log;
import jfs.core.runtime.ServiceThreads;

/**
 * Tools of the JDK's that may show connections, once a program has them: JFS brings none of them
 * in, which would take a JVM longer than JFS's own start. A class that the JVM loads tells that a
 * tool comes.
 */
final class Tools {

  /** That an MBean server comes. */
  static final String MBEAN_SERVER = "com/sun/jmx/mbeanserver/JmxMBeanServer";

  /** That the flight recorder comes. */
  static final String FLIGHT_RECORDER = "jdk/jfr/internal/PlatformRecorder";

  private static final Set<String> HERE = new HashSet<>();

  private Tools() {}

  /** Looks for tools that were there before JFS. */
  static void seeLoaded(Instrumentation instrumentation) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      String module = loaded.getModule().getName();
      if ("java.management".equals(module) || "jdk.jfr".equals(module)) {
        String name = loaded.getName().replace('.', '/');
        if (name.equals(MBEAN_SERVER) || name.equals(FLIGHT_RECORDER)) {
          come(name, true);
        }
      }
    }
  }

  /** Loads what shows connections to a tool, on a thread of its own, and has it do so. */
  private record Showing(String telling, boolean wasThere) implements Runnable {
    @Override
    public void run() {
      Runnable shows =
          telling.equals(MBEAN_SERVER)
              ? new ManagementBean()
              : new FlightRecording(PlainConnections::observe, wasThere);
      shows.run();
    }
  }

  /**
   * A class tells of a tool. Once for each. Neither waits for the tool nor loads any of its
   * classes: the thread that loads this one is in the midst of making it.
   */
  static void come(String telling) {
    come(telling, false);
  }

  private static void come(String telling, boolean wasThere) {
    try {
      synchronized (HERE) {
        if (!HERE.add(telling)) {
          return;
        }
      }
      ServiceThreads.daemon(new Showing(telling, wasThere), "jfs-tools").start();
    } catch (Throwable t) { // no thread, say; the JVM would swallow it
      Log.debug("connections not shown", t);
    }
  }
}
