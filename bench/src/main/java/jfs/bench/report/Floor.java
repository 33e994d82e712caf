package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.harness.Results;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import jfs.bench.stats.Speedup;

/** A speed-up that all variants should be shown to have. */
public record Floor(double speedup) {

  /** Where the whole 95 % interval does not lie at the floor or above: a line each. */
  public List<String> notShown(Suite suite, Results results) {
    List<String> lines = new ArrayList<>();
    for (Workload workload : results.plan().workloads()) {
      for (Variant variant : results.challengers()) {
        for (Metric metric : suite.compared()) {
          Speedup shown = Comparison.speedup(results, workload, variant, metric);
          if (shown.isKnown() && !(shown.low() >= speedup)) {
            lines.add(
                (variant.name() + ", " + workload.label() + ", " + metric.header)
                    + (": speed-up " + Figures.median(shown))
                    + (", 95 % interval " + Figures.interval(shown)));
          }
        }
      }
    }
    return lines;
  }
}
