package jfs.agent;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The agent under test. */
final class Agent {

  private static final String CARRIER = System.getProperty("jfs.agent.carrier", "platform");

  private Agent() {}

  /** Whether beneath JFS are the JDK's own sockets. */
  static boolean isOverPlatformCarrier() {
    return CARRIER.equals("platform");
  }

  /** The jar that the build made. */
  static Path jar() {
    return Path.of(System.getProperty("jfs.agent.jar"));
  }

  /** The flag that adds the agent to a JVM. */
  static String flag(String options) {
    return flag(jar(), options);
  }

  /** The flag that adds a copy of the agent to a JVM. */
  static String flag(Path jar, String options) {
    return "-javaagent:" + jar + "=" + options(options);
  }

  /** Options that the test wants, with the carrier that the build tests. */
  static String options(String wanted) {
    String byBuild = isOverPlatformCarrier() ? "" : "carrier=" + CARRIER;
    return wanted + (wanted.isEmpty() || byBuild.isEmpty() ? "" : ",") + byBuild;
  }

  /** The folder or jar that a class came from. */
  static Path locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
