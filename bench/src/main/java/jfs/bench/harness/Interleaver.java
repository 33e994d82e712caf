package jfs.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfs.bench.host.Folders;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Variant;
import jfs.bench.plan.Workload;

/** Runs a plan: pairs of programs that live side by side, and take turns slice by slice. */
public final class Interleaver {

  /**
   * How many times more the first workload is warmed up: what is compiled for it, others find
   * compiled.
   */
  private static final int FIRST_WARMUPS = 3;

  private final Plan plan;
  private final Progress progress;
  private final List<Series> series = new ArrayList<>();
  private final Map<Variant, List<Carried>> carried = new LinkedHashMap<>();
  private long cpuStepNanos;
  private int done;

  /** Is told what is measured next. */
  public interface Progress {

    /** Of so many parts so many are done. */
    void next(int done, int of, String what);
  }

  public Interleaver(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    for (Variant variant : plan.variants()) {
      carried.put(variant, new ArrayList<>());
      for (Workload workload : plan.workloads()) {
        series.add(new Series(workload, variant));
      }
    }
  }

  public Results run() {
    for (int fork = 0; fork < plan.schedule().forks(); fork++) {
      series.forEach(Series::beginFork);
      runFork(fork);
    }
    return new Results(plan, series, carried, cpuStepNanos);
  }

  private void runFork(int fork) {
    Path folder = Folders.make();
    Map<Variant, Pair> pairs = new LinkedHashMap<>();
    try {
      for (Variant variant : Order.ofRound(plan.variants(), fork)) {
        pairs.put(
            variant, variant.means().start(variant.name(), plan.setup(), plan.workloads(), folder));
      }
      pairs.values().forEach(Pair::awaitReady);
      Workload first = plan.workloads().get(0);
      for (int i = 0; i < FIRST_WARMUPS && first.isUnlimited(); i++) {
        pairs.values().forEach(pair -> Calibration.warmUp(pair, first, plan.schedule()));
      }
      List<Rounds> all =
          plan.workloads().stream()
              .map(workload -> new Rounds(plan, workload, pairs, series))
              .toList();
      for (int pass = 1; pass <= plan.schedule().passes(); pass++) {
        for (Rounds rounds : all) {
          progress.next(
              done++,
              plan.schedule().forks() * plan.schedule().passes() * all.size(),
              rounds.label());
          rounds.runUntil(plan.schedule().rounds() * pass / plan.schedule().passes());
        }
      }
      for (Map.Entry<Variant, Pair> entry : pairs.entrySet()) {
        cpuStepNanos = Math.max(cpuStepNanos, entry.getValue().cpuStepNanos());
        carried.get(entry.getKey()).add(entry.getValue().end());
      }
    } finally {
      pairs.values().forEach(Pair::close);
      Folders.delete(folder);
    }
  }
}
