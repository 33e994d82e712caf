package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(150)
class FullHeapTest {

  @TempDir Path folder;

  private String run(Class<?> program, String heap, String argument) throws Exception {
    List<String> options =
        List.of(
            heap,
            // So that where the program has all memory no other thread has some in reserve.
            "-XX:+UseSerialGC",
            "-XX:-UseTLAB",
            "-XX:MaxDirectMemorySize=1g"); // where the rings of these tests are
    return OwnJvm.run(folder, options, program, argument);
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
