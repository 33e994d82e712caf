package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.core.host.HostServices;
import jfs.testing.Needed;

/** Runs a test's program in a JVM of its own; the program may use up its memory. */
final class OwnJvm {

  private OwnJvm() {}

  /**
   * Runs it to its end, which must be a success.
   *
   * @param folder for its output
   * @return what it printed
   */
  static String run(Path folder, List<String> options, Class<?> program, String argument)
      throws Exception {
    Needed.require(HostServices.installed() != null, "no native library");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    for (String opened : List.of("java.io", "java.net", "sun.nio.ch")) {
      command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    command.add(argument);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> "it hangs: " + errors(err));
    } finally {
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue(), errors(err));
    return Files.readString(out).strip();
  }

  private static String errors(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
