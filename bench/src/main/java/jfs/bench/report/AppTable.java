package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import jfs.bench.stats.Speedup;

/** A row for each program, number of JVMs and variant. */
final class AppTable {

  private static final double MICROS_PER_MILLI = 1e3;

  private AppTable() {}

  static Table of(Results results) {
    Table table =
        new Table(
            2,
            List.of(
                "program",
                "variant",
                "ms",
                "speed-up over 1",
                "CPU ms",
                "speed-up to jdk",
                "95 % interval",
                "min–max"));
    for (Workload workload : results.plan().workloads()) {
      for (Variant variant : results.plan().variants()) {
        table.add(row(results, workload, variant));
      }
    }
    return table;
  }

  private static List<String> row(Results results, Workload workload, Variant variant) {
    Series series = results.series(workload, variant);
    double micros = Comparison.median(series, Metric.MEAN);
    double alone =
        byOne(results, workload)
            .map(one -> Comparison.median(results.series(one, variant), Metric.MEAN))
            .orElse(Double.NaN);
    List<String> row =
        new ArrayList<>(
            List.of(
                workload.label(),
                variant.name(),
                Figures.of(micros / MICROS_PER_MILLI),
                Figures.of(alone / micros),
                Figures.of(Comparison.cpuMicros(results, series) / MICROS_PER_MILLI)));
    if (variant.equals(Variant.JDK)) {
      row.addAll(List.of("", "", ""));
    } else {
      Speedup speedup = Comparison.speedup(results, workload, variant, Metric.MEAN);
      row.add(Figures.median(speedup));
      row.add(Figures.interval(speedup));
      row.add(Figures.extremes(speedup));
    }
    return row;
  }

  /** The same done by one JVM, if it was run. */
  private static Optional<Workload> byOne(Results results, Workload workload) {
    String command = workload.command();
    String alone = "1" + command.substring(command.indexOf(' '));
    return results.plan().workloads().stream()
        .filter(other -> other.command().equals(alone))
        .findFirst();
  }
}
