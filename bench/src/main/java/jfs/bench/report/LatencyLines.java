package jfs.bench.report;

import java.util.List;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;
import jfs.bench.result.Row;
import jfs.bench.stats.LatencyLine;

/** For each variant the line through its times: a latency, and a time a byte. */
final class LatencyLines {

  private static final double NANOS_PER_MICRO = 1e3;

  private LatencyLines() {}

  static String of(Report report) {
    Table table = new Table(1, List.of("line", "latency µs", "ns/byte", "MB/s at most"));
    for (String variant : report.variants()) {
      List<Row> rows = report.rows().stream().filter(row -> row.variant().equals(variant)).toList();
      LatencyLine line =
          LatencyLine.through(
              rows.stream().mapToDouble(Row::bytes).toArray(),
              rows.stream().mapToDouble(row -> row.figure(Figure.P50)).toArray());
      table.add(
          List.of(
              variant,
              Numbers.of(line.latency()),
              Numbers.of(line.perByte() * NANOS_PER_MICRO),
              Numbers.of(1 / line.perByte())));
    }
    return "\n" + table;
  }
}
