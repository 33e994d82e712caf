package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What holds for the sources of all modules, tests included. */
@EnabledIf("jfs.agent.SourceTree#isThere")
class SourcesTest {

  private static final int MOST_LINES = 400;
  private static final int MOST_LINES_OF_THE_MEDIAN = 100;

  /** Of classes that are the same thing, each for its module. */
  private static final Set<String> SAME_IN_EACH_MODULE =
      Set.of("StructureTest"); // which classes and packages use each other in a circle

  @Test
  void noneIsTooLong() throws Exception {
    List<Path> sources = new ArrayList<>(SourceTree.classes());
    sources.addAll(SourceTree.nativeSources());
    Map<String, Integer> tooLong = new TreeMap<>();
    for (Path source : sources) {
      if (lines(source) > MOST_LINES) {
        tooLong.put(simpleName(source), lines(source));
      }
    }
    assertEquals(Map.of(), tooLong);
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
    assertEquals(SAME_IN_EACH_MODULE, shared.keySet(), shared::toString);
  }

  private static int lines(Path source) {
    return (int) SourceTree.text(source).lines().count();
  }

  private static String simpleName(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }
}
