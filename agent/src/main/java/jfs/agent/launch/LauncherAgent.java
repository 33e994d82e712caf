package jfs.agent.launch;

import java.lang.instrument.Instrumentation;

/**
 * Gets the instrumentation before {@code main}, when the jar is started with {@code java -jar}
 * ({@code Launcher-Agent-Class} in its manifest). Installs nothing: only {@code run} does.
 */
public final class LauncherAgent {

  private static volatile Instrumentation instrumentation;

  private LauncherAgent() {}

  /** Called by the JVM. */
  public static void agentmain(String arguments, Instrumentation given) {
    instrumentation = given;
  }

  /** The instrumentation of this JVM, or null if it was not started with {@code java -jar}. */
  static Instrumentation instrumentation() {
    return instrumentation;
  }
}
