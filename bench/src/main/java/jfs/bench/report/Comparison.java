package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.harness.Slice;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import jfs.bench.stats.Median;
import jfs.bench.stats.Speedup;

/** The figures that are reported, from the slices. */
final class Comparison {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final int CPU_STEPS = 10;

  private Comparison() {}

  /** The median over all slices. */
  static double median(Series series, Metric metric) {
    return Median.of(
        series.slices().stream()
            .mapToDouble(slice -> metric.of(series.workload(), slice))
            .toArray());
  }

  /**
   * CPU time of both processes a message, over all slices together because the clock is coarse; NaN
   * where it has moved too few steps to tell.
   */
  static double cpuMicros(Results results, Series series) {
    double cpu = 0;
    long messages = 0;
    for (Slice slice : series.slices()) {
      cpu += slice.cpuNanos();
      messages += slice.count() * series.workload().messages();
    }
    return cpu < CPU_STEPS * results.cpuStepNanos() ? Double.NaN : cpu / NANOS_PER_MICRO / messages;
  }

  /** The speed-up to the JDK, from each round's slice and the JDK's slice of the same round. */
  static Speedup speedup(Results results, Workload workload, Variant variant, Metric metric) {
    List<List<Slice>> baseline = results.series(workload, Variant.JDK).forks();
    List<List<Slice>> challenger = results.series(workload, variant).forks();
    List<double[]> forks = new ArrayList<>();
    for (int fork = 0; fork < challenger.size(); fork++) {
      double[] rounds = new double[challenger.get(fork).size()];
      for (int round = 0; round < rounds.length; round++) {
        rounds[round] =
            metric.speedup(
                metric.of(workload, baseline.get(fork).get(round)),
                metric.of(workload, challenger.get(fork).get(round)));
      }
      forks.add(rounds);
    }
    return Speedup.of(forks);
  }
}
