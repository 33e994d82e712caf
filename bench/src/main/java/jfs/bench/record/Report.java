package jfs.bench.record;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a suite, as its file tells it.
 *
 * @param conditions under which it ran
 * @param transports what carried each variant, for every fork
 * @param skipped variants that could not be run, and why
 * @param table all figures as the run has shown them, with what was derived of them; may be empty
 */
public record Report(
    String suite,
    Map<String, String> conditions,
    Map<String, List<Ends>> transports,
    Map<String, String> skipped,
    List<Row> rows,
    String table) {

  /** What all others are compared with. */
  public static final String JDK = "jdk";

  static Report read(Fields json) throws BadReportException {
    Report report =
        new Report(
            json.text("suite"),
            json.texts("conditions"),
            json.has("transports") ? transports(json.object("transports")) : Map.of(),
            json.has("skipped") ? json.texts("skipped") : Map.of(),
            json.list("results", Row::read),
            json.has("table") ? json.text("table") : "");
    if (report.rows.isEmpty()) {
      throw new BadReportException("no results in it");
    }
    return report;
  }

  private static Map<String, List<Ends>> transports(Fields json) throws BadReportException {
    Map<String, List<Ends>> transports = new LinkedHashMap<>();
    for (String variant : json.json().keySet()) {
      transports.put(variant, json.list(variant, Ends::read));
    }
    return transports;
  }

  public List<String> workloads() {
    return rows.stream().map(Row::workload).distinct().toList();
  }

  public List<String> variants() {
    return rows.stream().map(Row::variant).distinct().toList();
  }

  /** All kinds of figures that are known for any row, in the file's order. */
  public List<Figure> figures() {
    return rows.stream()
        .flatMap(row -> row.kinds().stream())
        .distinct()
        .filter(figure -> rows.stream().anyMatch(row -> row.figures().containsKey(figure)))
        .toList();
  }

  public Optional<Row> row(String workload, String variant) {
    return rows.stream()
        .filter(row -> row.workload().equals(workload) && row.variant().equals(variant))
        .findFirst();
  }
}
