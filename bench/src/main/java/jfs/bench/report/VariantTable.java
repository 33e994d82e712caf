package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** A table with a row for each workload and variant. */
final class VariantTable {

  private final String workloads;
  private final List<Figure> shown;
  private final String cpu;
  private final List<Figure> compared;

  /**
   * Makes a kind of table.
   *
   * @param workloads the header of the workloads' column
   * @param shown medians to show
   * @param cpu the header of the column for CPU time
   * @param compared figures to show speed-ups of
   */
  VariantTable(String workloads, List<Figure> shown, String cpu, List<Figure> compared) {
    this.workloads = workloads;
    this.shown = shown;
    this.cpu = cpu;
    this.compared = compared;
  }

  Table of(Report report) {
    List<String> headers = new ArrayList<>(List.of(workloads, "variant"));
    shown.forEach(figure -> headers.add(figure.label()));
    headers.add(cpu);
    for (Figure figure : compared) {
      String name = figure == Figure.P50 ? "p50" : figure.label();
      headers.addAll(RatioCells.headers("speed-up " + name));
    }
    Table table = new Table(2, headers);
    for (String workload : report.workloads()) {
      for (String variant : report.variants()) {
        report.row(workload, variant).ifPresent(row -> table.add(cells(row)));
      }
    }
    return table;
  }

  private List<String> cells(Row row) {
    List<String> cells = new ArrayList<>(List.of(row.workload(), row.variant()));
    shown.forEach(figure -> cells.add(Numbers.of(row.figure(figure))));
    cells.add(Numbers.of(row.figure(Figure.CPU_OF_MESSAGE)));
    compared.forEach(figure -> cells.addAll(RatioCells.of(row, figure)));
    return cells;
  }
}
