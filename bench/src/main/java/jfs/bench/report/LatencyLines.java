package jfs.bench.report;

import java.util.List;
import jfs.bench.harness.Results;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import jfs.bench.stats.LatencyLine;

/** For each variant the line through its times: a latency, and a time a byte. */
final class LatencyLines {

  private static final double NANOS_PER_MICRO = 1e3;

  private LatencyLines() {}

  static String of(Results results) {
    Table table = new Table(1, List.of("line", "latency µs", "ns/byte", "MB/s at most"));
    for (Variant variant : results.plan().variants()) {
      List<Workload> workloads = results.plan().workloads();
      LatencyLine line =
          LatencyLine.through(
              workloads.stream().mapToDouble(Workload::bytes).toArray(),
              workloads.stream()
                  .mapToDouble(
                      workload -> Comparison.median(results.series(workload, variant), Metric.P50))
                  .toArray());
      table.add(
          List.of(
              variant.name(),
              Figures.of(line.latency()),
              Figures.of(line.perByte() * NANOS_PER_MICRO),
              Figures.of(1 / line.perByte())));
    }
    return "\n" + table;
  }
}
