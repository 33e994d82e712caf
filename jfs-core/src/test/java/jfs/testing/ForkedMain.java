package jfs.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
    // Not a pipe: who reads one waits for its end, which a child that hangs never comes to.
    Path output = Files.createTempFile("jfs-forked", ".out");
    try {
      Process child =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        child.getOutputStream().close();
        boolean ended = child.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
        String said = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        return ended ? said.strip() : "too slow: " + said;
      } finally {
        child.destroyForcibly();
      }
    } finally {
      Files.delete(output);
    }
  }
}
