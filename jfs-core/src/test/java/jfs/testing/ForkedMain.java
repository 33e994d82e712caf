package jfs.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a main class in a JVM of its own, without any flag that opens a package, because factories
 * can be set only once in a process.
 */
public final class ForkedMain {

  private static final int MOST_SECONDS = 25 * Integer.getInteger("jfs.test.patience", 1);

  private ForkedMain() {}

  /** Returns what the program wrote, errors included. */
  public static String run(Class<?> main, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      child.getOutputStream().close();
      String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return child.waitFor(MOST_SECONDS, TimeUnit.SECONDS) ? output.strip() : "too slow: " + output;
    } finally {
      child.destroyForcibly();
    }
  }
}
