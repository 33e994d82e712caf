package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jfs.testing.Needed;

/** Commands of the host that tests need; they skip loudly where one does not work. */
final class HostCommands {

  /** How a shell ends that cannot run a program, and one that finds none: unshare, too. */
  private static final int CANNOT_RUN = 126;

  private static final int NOT_FOUND = 127;

  private HostCommands() {}

  /**
   * Skips the test unless a command succeeds. Where nothing is to be missing that can be installed,
   * the test fails for want of a program; what the kernel does not let one do is no reason to.
   */
  static void require(String... command) throws InterruptedException {
    int status = run(command);
    if (status != 0) {
      String words = "'" + String.join(" ", command) + "'";
      boolean missing = status == CANNOT_RUN || status == NOT_FOUND;
      assertFalse(missing && Needed.isStrict(), () -> "a program is missing for " + words);
      String line = "SKIPPED: " + words + " does not work here";
      System.err.println(line);
      assumeTrue(false, line);
    }
  }

  static boolean succeeds(String... command) throws InterruptedException {
    return run(command) == 0;
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return NOT_FOUND;
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

  /** Two processors that this JVM may run on, or one if there is no other. */
  static List<String> processors() throws IOException {
    String allowed =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .findAny()
            .orElseThrow();
    String[] numbers = allowed.replaceAll("^[^0-9]+", "").split("[^0-9]+", -1);
    return Stream.of(numbers[0], numbers[numbers.length - 1]).distinct().toList();
  }

  /** A script that becomes the JVM, on one processor. */
  static String on(String processor) {
    return "exec taskset -c " + processor + " \"$@\"";
  }
}
