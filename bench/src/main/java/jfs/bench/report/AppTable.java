package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** A row for each program, number of JVMs and variant. */
final class AppTable {

  private static final double MICROS_PER_MILLI = 1e3;

  /** The end of a label that says by how many it was run. */
  private static final Pattern BY = Pattern.compile(", [0-9]+ JVMs?$");

  private AppTable() {}

  static Table of(Report report) {
    List<String> headers =
        new ArrayList<>(List.of("program", "variant", "ms", "speed-up over 1", "CPU ms"));
    headers.addAll(RatioCells.headers("speed-up to jdk"));
    Table table = new Table(2, headers);
    for (String workload : report.workloads()) {
      for (String variant : report.variants()) {
        report.row(workload, variant).ifPresent(row -> table.add(cells(report, row)));
      }
    }
    return table;
  }

  private static List<String> cells(Report report, Row row) {
    double micros = row.figure(Figure.MEAN);
    // NaN if one JVM alone was not run.
    double alone =
        report.figure(
            BY.matcher(row.workload()).replaceFirst(", 1 JVM"), row.variant(), Figure.MEAN);
    List<String> cells =
        new ArrayList<>(
            List.of(
                row.workload(),
                row.variant(),
                Numbers.of(micros / MICROS_PER_MILLI),
                Numbers.of(alone / micros),
                Numbers.of(row.figure(Figure.CPU_OF_MESSAGE) / MICROS_PER_MILLI)));
    cells.addAll(RatioCells.of(row, Figure.MEAN));
    return cells;
  }
}
