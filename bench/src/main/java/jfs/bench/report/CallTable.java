package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** A row for each figure of a call, and the variants side by side. */
final class CallTable {

  /** Of calls without an argument, and of those with one. */
  private static final List<Figure> WITHOUT = List.of(Figure.P50, Figure.P99);

  private static final List<Figure> WITH =
      List.of(Figure.P50, Figure.MEGABYTES, Figure.TOTAL_MEGABYTES);

  private CallTable() {}

  static Table of(Report report) {
    List<String> headers = new ArrayList<>(List.of("", ""));
    headers.addAll(report.variants());
    for (String variant : report.challengers()) {
      headers.addAll(RatioCells.headers("speed-up " + variant));
    }
    Table table = new Table(2, headers);
    for (String workload : report.workloads()) {
      long bytes = report.row(workload, Report.JDK).map(Row::bytes).orElse(0L);
      for (Figure figure : bytes == 0 ? WITHOUT : WITH) {
        table.add(cells(report, workload, figure));
      }
    }
    return table;
  }

  private static List<String> cells(Report report, String workload, Figure figure) {
    List<String> cells = new ArrayList<>(List.of(workload, figure.label()));
    for (String variant : report.variants()) {
      cells.add(Numbers.of(report.figure(workload, variant, figure)));
    }
    for (String variant : report.challengers()) {
      cells.addAll(
          RatioCells.of(report.row(workload, variant).flatMap(row -> row.speedup(figure))));
    }
    return cells;
  }
}
