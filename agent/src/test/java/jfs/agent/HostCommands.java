package jfs.agent;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** Commands of the host that tests need; they skip loudly where one does not work. */
final class HostCommands {

  private HostCommands() {}

  /** Skips the test unless a command succeeds. */
  static void require(String... command) throws InterruptedException {
    if (!succeeds(command)) {
      String line = "SKIPPED: '" + String.join(" ", command) + "' does not work here";
      System.err.println(line);
      assumeTrue(false, line);
    }
  }

  static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** A script that does something in a new namespace and then becomes the JVM. */
  static String inNew(String namespace, String setup) {
    return "exec unshare " + namespace + " sh -c '" + setup + " && exec \"$@\"' sh \"$@\"";
  }

  /** A script that enters the namespaces of a process and becomes the JVM there. */
  static String inThoseOf(String pid, String namespaces) {
    return "exec nsenter -t " + pid + " " + namespaces + " -- \"$@\"";
  }
}
