package jfs.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    for (int fork = 0; fork < plan.forks(); fork++) {
      series.forEach(Series::beginFork);
      runFork(fork);
    }
    return new Results(plan, series, carried, cpuStepNanos);
  }

  private void runFork(int fork) {
    Path folder = newFolder();
    Map<Variant, Pair> pairs = new LinkedHashMap<>();
    try {
      for (Variant variant : Order.ofRound(plan.variants(), fork)) {
        pairs.put(variant, variant.means().start(variant.name(), plan, folder));
      }
      pairs.values().forEach(Pair::awaitReady);
      Workload first = plan.workloads().get(0);
      for (int i = 0; i < FIRST_WARMUPS && first.isUnlimited(); i++) {
        pairs.values().forEach(pair -> Calibration.warmUp(pair, first, plan));
      }
      for (Workload workload : plan.workloads()) {
        progress.next(done++, plan.forks() * plan.workloads().size(), workload.label());
        runWorkload(workload, pairs);
      }
      for (Map.Entry<Variant, Pair> entry : pairs.entrySet()) {
        cpuStepNanos = Math.max(cpuStepNanos, entry.getValue().cpuStepNanos());
        carried.get(entry.getKey()).add(entry.getValue().end());
      }
    } finally {
      pairs.values().forEach(Pair::close);
      delete(folder);
    }
  }

  private void runWorkload(Workload workload, Map<Variant, Pair> pairs) {
    Map<Variant, Long> counts = new HashMap<>();
    pairs.forEach((variant, pair) -> counts.put(variant, Calibration.warmUp(pair, workload, plan)));
    for (int round = 0; round < plan.rounds(); round++) {
      for (Variant variant : Order.ofRound(plan.variants(), round)) {
        Slice slice = pairs.get(variant).run(workload, counts.get(variant));
        Series.find(series, workload, variant).add(slice);
      }
      if (isKnown(workload)) {
        return;
      }
    }
  }

  private boolean isKnown(Workload workload) {
    return plan.variants().stream()
        .allMatch(variant -> Series.find(series, workload, variant).isKnownTo(plan.precision()));
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("jfs-bench");
    } catch (IOException e) {
      throw new BenchException("cannot make a temporary folder", e);
    }
  }

  private static void delete(Path folder) {
    try {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new BenchException("cannot delete " + folder, e);
    }
  }
}
