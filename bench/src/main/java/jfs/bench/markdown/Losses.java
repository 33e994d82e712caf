package jfs.bench.markdown;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jfs.bench.record.Figure;
import jfs.bench.record.Ratio;
import jfs.bench.record.Report;
import jfs.bench.record.Row;

/** What the data prove to be slower with JFS than without, or to take more memory. */
final class Losses {

  static final String JFS = "jfs";

  /** Figures in which nothing may be lost, whatever a suite is about. */
  private static final List<Figure> ALWAYS =
      List.of(new Figure("p99_us"), new Figure("p999_us"), new Figure("memory_mib"));

  private Losses() {}

  static String of(Map<String, Report> reports) {
    StringBuilder list = new StringBuilder();
    reports.forEach(
        (file, report) ->
            report.rows().stream()
                .filter(row -> row.variant().equals(JFS))
                .forEach(row -> append(file, row, list)));
    return list.length() == 0
        ? "Nowhere that these runs prove (an interval wholly below 1).\n"
        : list.toString();
  }

  private static Set<Figure> judged(Row row) {
    Set<Figure> all = new LinkedHashSet<>(row.compared());
    all.addAll(ALWAYS);
    return all;
  }

  private static void append(String file, Row row, StringBuilder list) {
    for (Figure figure : judged(row)) {
      Ratio ratio = row.speedups().get(figure);
      if (ratio != null && ratio.high() < 1) {
        list.append("* " + Section.title(file) + ", " + row.workload() + ", ")
            .append(figure.label() + ": " + ratio + "\n");
      }
    }
  }
}
