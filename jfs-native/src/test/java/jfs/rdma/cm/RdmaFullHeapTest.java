package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(150)
class RdmaFullHeapTest {

  @TempDir Path folder;

  private String run(Class<?> program, String heap, String argument) throws Exception {
    List<String> options =
        List.of(
            heap,
            // So that no thread has memory in reserve while the program has all of it.
            "-XX:+UseSerialGC",
            "-XX:-UseTLAB",
            "-XX:MaxDirectMemorySize=1g"); // for the rings of these tests
    return OwnJvm.run(folder, options, program, argument);
  }

  @Test
  void readersAreWokenAfterTheProgramFilledItsHeap() throws Exception {
    assertEquals("1", run(RdmaFullHeap.class, "-Xmx48m", "before"));
  }

  /** The reactor's thread has not handled a lack of memory before, and no reader has slept. */
  @Test
  void readersThatSleepLaterAreWokenAsWell() throws Exception {
    assertEquals("1", run(RdmaFullHeap.class, "-Xmx48m", "after"));
  }
}
