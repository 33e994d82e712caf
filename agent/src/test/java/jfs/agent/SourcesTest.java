package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * What holds for the Java sources of all modules, tests included. The exceptions are listed here; a
 * test also fails if one of them is not needed any more.
 */
@EnabledIf("jfs.agent.SourceTree#isThere")
class SourcesTest {

  private static final int MOST_LINES = 400;
  private static final int MOST_LINES_OF_THE_MEDIAN = 100;

  /** Not split yet. */
  private static final Set<String> LONG =
      Set.of(
          // jfs.shm
          "PeerLink",
          "ShmConnectionManager",
          "ShmReceiver",
          "ShmSender",
          // jfs.rdma
          "PairingTest",
          "RdmaConnection",
          "RdmaTransportTest",
          "Reactor",
          // both
          "Pairing");

  /** Of classes that are the same thing, each for its module. */
  private static final Set<String> SAME_IN_EACH_MODULE =
      Set.of("StructureTest"); // which classes and packages use each other in a circle

  /** Names that one of the classes is to give up; its package, and that of the other one. */
  private static final Set<String> NOT_RENAMED_YET =
      Set.of(
          // jfs.shm, jfs.rdma
          "FullHeap",
          "FullHeapTest",
          "Greeting",
          "NoDirectMemoryTest",
          "Pairing",
          // jfs.shm, jfs.natives
          "MemoryFile",
          // jfs.shm, bench
          "Fields",
          "Pace",
          "Report",
          // bench, jfs.rdma
          "Endpoint",
          "Pair",
          // bench, jfs-core
          "OptionsTest",
          "Outcome",
          // bench, twice
          "Echo",
          "Rounds");

  @Test
  void noneIsTooLong() throws Exception {
    Map<String, Integer> tooLong = new TreeMap<>();
    for (Path source : SourceTree.classes()) {
      if (lines(source) > MOST_LINES) {
        tooLong.put(simpleName(source), lines(source));
      }
    }
    assertEquals(new TreeSet<>(LONG), tooLong.keySet(), tooLong::toString);
  }

  @Test
  void mostAreShort() throws Exception {
    List<Integer> sorted = new ArrayList<>();
    for (Path source : SourceTree.classes()) {
      sorted.add(lines(source));
    }
    sorted.sort(null);
    int median = sorted.get(sorted.size() / 2);
    assertTrue(median <= MOST_LINES_OF_THE_MEDIAN, () -> "the median has " + median + " lines");
  }

  @Test
  void noneHasTheSimpleNameOfAnother() throws Exception {
    Map<String, List<Path>> shared = new TreeMap<>();
    for (Path source : SourceTree.classes()) {
      shared.computeIfAbsent(simpleName(source), name -> new ArrayList<>()).add(source);
    }
    shared.values().removeIf(sources -> sources.size() == 1);
    Set<String> allowed = new TreeSet<>(NOT_RENAMED_YET);
    allowed.addAll(SAME_IN_EACH_MODULE);
    assertEquals(allowed, shared.keySet(), shared::toString);
  }

  private static int lines(Path source) {
    return (int) SourceTree.text(source).lines().count();
  }

  private static String simpleName(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }
}
