package jfs.bench.markdown;

import java.util.Map;
import jfs.bench.record.Figure;
import jfs.bench.record.Ratio;
import jfs.bench.record.Report;
import jfs.bench.record.Row;

/** What the data prove to be slower with JFS than without. */
final class Losses {

  static final String JFS = "jfs";

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

  private static void append(String file, Row row, StringBuilder list) {
    for (Figure figure : row.compared()) {
      Ratio ratio = row.speedups().get(figure);
      if (ratio != null && ratio.high() < 1) {
        list.append("* " + Section.title(file) + ", " + row.workload() + ", ")
            .append(figure.label() + ": " + ratio + "\n");
      }
    }
  }
}
