package jfs.bench.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import jfs.bench.result.BadReportException;
import jfs.bench.result.Compact;
import jfs.bench.result.Report;
import jfs.bench.result.ReportFile;

/** A folder of documentation: takes new results over, and makes all that is made of them. */
public final class Publication {

  private static final String JSON = ".json";

  /** Where {@code ./jfs bench publish} leaves what it has measured. */
  private static final String RAW = "bench/target/published/";

  private final Path docs;

  public Publication(Path docs) {
    this.docs = docs;
  }

  /**
   * Takes a result over, in its compact form.
   *
   * @return why it was not taken over, in a line; empty if it was
   */
  public Optional<String> take(Path raw) throws IOException, BadReportException {
    Report report = ReportFile.read(raw);
    Optional<String> refusal = Quiet.refusal(report).or(() -> OnTcp.refusal(report));
    if (refusal.isEmpty()) {
      Path folder = Files.createDirectories(docs.resolve(Documentation.FOLDER));
      String file = String.valueOf(raw.getFileName());
      Report compact = Compact.of(report);
      compact.conditions().put("every slice", RAW + file + " where it was measured");
      Files.writeString(folder.resolve(file), ReportFile.text(compact));
    }
    return refusal;
  }

  /** The published results, by their names. */
  public Map<String, Report> results() throws IOException, BadReportException {
    Map<String, Report> reports = new TreeMap<>();
    for (Path file : files()) {
      String name = file.getFileName().toString();
      reports.put(name.substring(0, name.length() - JSON.length()), ReportFile.read(file));
    }
    return reports;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(docs.resolve(Documentation.FOLDER))) {
      return files.filter(file -> file.toString().endsWith(JSON)).sorted().toList();
    }
  }

  /** Makes all files anew, and answers which ones were not so before. */
  public List<Path> make() throws IOException, BadReportException {
    Map<Path, String> changed = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : Documentation.of(results()).entrySet()) {
      Path file = docs.resolve(entry.getKey());
      if (!Files.exists(file) || !Files.readString(file).equals(entry.getValue())) {
        changed.put(file, entry.getValue());
      }
    }
    for (Map.Entry<Path, String> entry : changed.entrySet()) {
      Files.writeString(entry.getKey(), entry.getValue());
    }
    return List.copyOf(changed.keySet());
  }
}
