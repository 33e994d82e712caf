package jfs.bench.harness;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Variant;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;

/** One workload's rounds in one fork's pairs, a part at a time: others come in between. */
final class Rounds {

  private final Plan plan;
  private final Workload workload;
  private final Map<Variant, Pair> pairs;
  private final List<Series> series;

  /** How many operations make a slice; nothing before the warm-up. */
  private final Map<Variant, Long> counts = new HashMap<>();

  private int done;

  Rounds(Plan plan, Workload workload, Map<Variant, Pair> pairs, List<Series> series) {
    this.plan = plan;
    this.workload = workload;
    this.pairs = pairs;
    this.series = series;
  }

  String label() {
    return workload.label();
  }

  /** Runs until so many rounds are done in all, or the figures are known well enough. */
  void runUntil(int round) {
    if (done >= round || isKnown()) {
      return;
    }
    pairs.forEach(this::warmUp);
    while (done < round && !isKnown()) {
      for (Variant variant : Order.ofRound(plan.variants(), done)) {
        series(variant).add(run(variant, pairs.get(variant)));
      }
      done++;
    }
  }

  private void warmUp(Variant variant, Pair pair) {
    if (done == 0) {
      Calibration calibration = Calibration.warmUp(pair, workload, plan.schedule());
      counts.put(variant, calibration.count());
      series(variant).warmedUp(calibration.spread());
    } else {
      run(variant, pair); // and forgotten: the caches are full of the workload before
    }
  }

  private Slice run(Variant variant, Pair pair) {
    return pair.run(workload, counts.get(variant));
  }

  private boolean isKnown() {
    return plan.variants().stream()
        .allMatch(variant -> series(variant).isKnownTo(plan.schedule().precision()));
  }

  private Series series(Variant variant) {
    return Series.find(series, workload, variant);
  }
}
