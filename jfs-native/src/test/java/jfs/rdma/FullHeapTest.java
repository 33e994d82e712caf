package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.core.host.HostServices;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(150)
class FullHeapTest {

  @TempDir Path folder;

  private String run(Class<?> program, String heap, String argument) throws Exception {
    Assumptions.assumeTrue(HostServices.installed() != null, "no native library");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(heap);
    // So that where the program has all memory no other thread has some in reserve.
    command.add("-XX:+UseSerialGC");
    command.add("-XX:-UseTLAB");
    command.add("-XX:MaxDirectMemorySize=1g"); // where the rings of these tests are
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
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it hangs");
    } finally {
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue(), Files.readString(err));
    return Files.readString(out).strip();
  }

  @Test
  void readersAreWokenAfterTheProgramFilledItsHeap() throws Exception {
    assertEquals("1", run(FullHeap.class, "-Xmx48m", "before"));
  }

  /** The reactor's thread has handled no lack of memory before, nor has anybody slept. */
  @Test
  void readersThatSleepLaterAreWokenAsWell() throws Exception {
    assertEquals("1", run(FullHeap.class, "-Xmx48m", "after"));
  }
}
