package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jfs.bench.harness.Results;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import jfs.bench.stats.Speedup;

/** A table with a row for each figure, and the variants side by side. */
final class MetricTable {

  private MetricTable() {}

  /** The table of the figures chosen for each workload; the others have no row. */
  static Table of(Results results, Map<Metric, List<Workload>> chosen) {
    List<String> headers = new ArrayList<>(List.of("", ""));
    results.plan().variants().forEach(variant -> headers.add(variant.name()));
    for (Variant variant : results.challengers()) {
      headers.addAll(List.of("speed-up " + variant.name(), "95 % interval", "min–max"));
    }
    Table table = new Table(2, headers);
    for (Workload workload : results.plan().workloads()) {
      for (Metric metric : Metric.values()) {
        if (chosen.getOrDefault(metric, List.of()).contains(workload)) {
          table.add(row(results, workload, metric));
        }
      }
    }
    return table;
  }

  private static List<String> row(Results results, Workload workload, Metric metric) {
    List<String> row = new ArrayList<>(List.of(workload.label(), metric.header));
    for (Variant variant : results.plan().variants()) {
      row.add(Figures.of(Comparison.median(results.series(workload, variant), metric)));
    }
    for (Variant variant : results.challengers()) {
      Speedup speedup = Comparison.speedup(results, workload, variant, metric);
      row.add(Figures.median(speedup));
      row.add(Figures.interval(speedup));
      row.add(Figures.extremes(speedup));
    }
    return row;
  }
}
