package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import jfs.bench.stats.Speedup;

/** A table with a row for each workload and variant. */
final class VariantTable {

  private final String workloads;
  private final List<Metric> shown;
  private final String cpu;
  private final List<Metric> compared;

  /**
   * Makes a kind of table.
   *
   * @param workloads the header of the workloads' column
   * @param shown medians to show
   * @param cpu the header of the column for CPU time
   * @param compared figures to show speed-ups of
   */
  VariantTable(String workloads, List<Metric> shown, String cpu, List<Metric> compared) {
    this.workloads = workloads;
    this.shown = shown;
    this.cpu = cpu;
    this.compared = compared;
  }

  Table of(Results results) {
    List<String> headers = new ArrayList<>(List.of(workloads, "variant"));
    shown.forEach(metric -> headers.add(metric.header));
    headers.add(cpu);
    for (Metric metric : compared) {
      String name = metric == Metric.P50 ? "p50" : metric.header;
      headers.addAll(List.of("speed-up " + name, "95 % interval", "min–max"));
    }
    Table table = new Table(2, headers);
    for (Workload workload : results.plan().workloads()) {
      for (Variant variant : results.plan().variants()) {
        table.add(row(results, workload, variant));
      }
    }
    return table;
  }

  private List<String> row(Results results, Workload workload, Variant variant) {
    Series series = results.series(workload, variant);
    List<String> row = new ArrayList<>(List.of(workload.label(), variant.name()));
    shown.forEach(metric -> row.add(Figures.of(Comparison.median(series, metric))));
    row.add(Figures.of(Comparison.cpuMicros(results, series)));
    for (Metric metric : compared) {
      if (variant.equals(Variant.JDK)) {
        row.addAll(List.of("", "", ""));
      } else {
        Speedup speedup = Comparison.speedup(results, workload, variant, metric);
        row.add(Figures.median(speedup));
        row.add(Figures.interval(speedup));
        row.add(Figures.extremes(speedup));
      }
    }
    return row;
  }
}
