package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** A row for each number of connections and variant: idle figures, then busy ones. */
final class ConnectionsTable {

  private static final double KIB_PER_MIB = 1024;
  private static final String IDLE = " idle";
  private static final String BUSY = " busy";

  private ConnectionsTable() {}

  static Table of(Report report) {
    List<String> headers =
        new ArrayList<>(
            List.of(
                "connections",
                "variant",
                "MiB",
                "KiB each",
                "CPU %",
                "p50 µs",
                "p99 µs",
                "CPU µs/message"));
    headers.addAll(RatioCells.headers("speed-up p50"));
    Table table = new Table(2, headers);
    List<String> counts =
        report.workloads().stream()
            .filter(workload -> workload.endsWith(IDLE))
            .map(workload -> workload.substring(0, workload.length() - IDLE.length()))
            .toList();
    for (String count : counts) {
      for (String variant : report.variants()) {
        Row idle = report.row(count + IDLE, variant).orElseThrow();
        Row busy = report.row(count + BUSY, variant).orElseThrow();
        double least = report.figure(counts.get(0) + IDLE, variant, Figure.MEMORY);
        int more = Integer.parseInt(count) - Integer.parseInt(counts.get(0));
        List<String> cells =
            new ArrayList<>(
                List.of(
                    count,
                    variant,
                    Numbers.of(idle.figure(Figure.MEMORY)),
                    // Beyond the least number of connections; NaN for that itself.
                    Numbers.of((idle.figure(Figure.MEMORY) - least) * KIB_PER_MIB / more),
                    Numbers.of(idle.figure(Figure.CPU_SHARE)),
                    Numbers.of(busy.figure(Figure.P50)),
                    Numbers.of(busy.figure(Figure.P99)),
                    Numbers.of(busy.figure(Figure.CPU_OF_MESSAGE))));
        cells.addAll(RatioCells.of(busy, Figure.P50));
        table.add(cells);
      }
    }
    return table;
  }
}
