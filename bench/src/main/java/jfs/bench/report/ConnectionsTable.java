package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import jfs.bench.stats.Speedup;

/** A row for each number of connections and variant: idle figures, then busy ones. */
final class ConnectionsTable {

  private static final double KIB_PER_MIB = 1024;

  private ConnectionsTable() {}

  static Table of(Results results) {
    Table table =
        new Table(
            2,
            List.of(
                "connections",
                "variant",
                "MiB",
                "KiB each",
                "CPU %",
                "p50 µs",
                "p99 µs",
                "CPU µs/message",
                "speed-up p50",
                "95 % interval",
                "min–max"));
    List<Workload> workloads = results.plan().workloads();
    for (Workload idle : workloads) {
      if (idle.isIdle()) {
        Workload busy = workloads.get(workloads.indexOf(idle) - 1);
        for (Variant variant : results.plan().variants()) {
          table.add(row(results, idle, busy, variant));
        }
      }
    }
    return table;
  }

  private static List<String> row(Results results, Workload idle, Workload busy, Variant variant) {
    Series quiet = results.series(idle, variant);
    Series loud = results.series(busy, variant);
    List<String> row =
        new ArrayList<>(
            List.of(
                String.valueOf(count(idle)),
                variant.name(),
                Figures.of(Comparison.median(quiet, Metric.MEMORY)),
                Figures.of(kibEach(results, idle, variant)),
                Figures.of(Comparison.median(quiet, Metric.CPU_SHARE)),
                Figures.of(Comparison.median(loud, Metric.P50)),
                Figures.of(Comparison.median(loud, Metric.P99)),
                Figures.of(Comparison.cpuMicros(results, loud))));
    if (variant.equals(Variant.JDK)) {
      row.addAll(List.of("", "", ""));
    } else {
      Speedup speedup = Comparison.speedup(results, busy, variant, Metric.P50);
      row.add(Figures.median(speedup));
      row.add(Figures.interval(speedup));
      row.add(Figures.extremes(speedup));
    }
    return row;
  }

  private static int count(Workload workload) {
    return Integer.parseInt(workload.command().split(" ", -1)[1]);
  }

  /** Beyond the least number of connections; NaN for that itself. */
  private static double kibEach(Results results, Workload idle, Variant variant) {
    Workload least =
        results.plan().workloads().stream().filter(Workload::isIdle).findFirst().orElseThrow();
    double more =
        Comparison.median(results.series(idle, variant), Metric.MEMORY)
            - Comparison.median(results.series(least, variant), Metric.MEMORY);
    return more * KIB_PER_MIB / (count(idle) - count(least));
  }
}
