package jfs.bench.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import jfs.bench.result.Report;
import jfs.bench.result.ReportFile;
import org.junit.jupiter.api.Test;

/**
 * What is in the project's documentation is what its results make; {@code ./jfs bench page docs}.
 */
class BenchmarksPageTest {

  private static final Path DOCS = Path.of("..", "docs");

  private final Publication publication = new Publication(DOCS);

  @Test
  void pagesAndPlotsAreCurrent() throws Exception {
    for (Map.Entry<String, String> file : Documentation.of(publication.results()).entrySet()) {
      assertEquals(
          file.getValue(),
          Files.readString(DOCS.resolve(file.getKey())),
          file.getKey() + " is not what ./jfs bench page docs makes");
    }
  }

  @Test
  void resultsAreAsTheyAreWritten() throws Exception {
    for (Map.Entry<String, Report> result : publication.results().entrySet()) {
      assertEquals(
          ReportFile.text(result.getValue()),
          Files.readString(DOCS.resolve("benchmarks").resolve(result.getKey() + ".json")));
    }
  }

  @Test
  void nothingElseLiesBeside() throws Exception {
    Set<String> expected = new TreeSet<>(Documentation.of(publication.results()).keySet());
    expected.remove("benchmarks.md");
    publication.results().keySet().forEach(name -> expected.add("benchmarks/" + name + ".json"));
    assertEquals(expected, files());
  }

  private static Set<String> files() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(DOCS.resolve("benchmarks"))) {
      files.forEach(file -> names.add("benchmarks/" + file.getFileName()));
    }
    return names;
  }
}
