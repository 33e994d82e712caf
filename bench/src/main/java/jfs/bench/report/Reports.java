package jfs.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Variant;
import jfs.bench.result.Effort;
import jfs.bench.result.Ends;
import jfs.bench.result.Figure;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.Measure;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;
import jfs.bench.result.Slice;
import jfs.bench.stats.Median;
import jfs.bench.stats.Speedup;

/** Makes a report of what was run: figures of slices, medians of figures, and ratios of medians. */
public final class Reports {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final int CPU_STEPS = 10;

  private Reports() {}

  /**
   * The report of a run.
   *
   * @param load what else the machine did, if that is known
   */
  public static Report of(
      Suite suite, Results results, Map<String, String> conditions, Optional<MachineLoad> load) {
    Map<String, String> all = new LinkedHashMap<>(conditions);
    all.put("JFS", versions(results));
    return new Report(
        Report.FORMAT,
        suite.title(),
        all,
        load.orElse(null),
        new Effort(results.plan().schedule().forks(), results.plan().schedule().precision()),
        results.cpuStepNanos(),
        results.plan().skipped(),
        transports(results.carried()),
        results.series().stream().map(series -> row(suite, results, series)).toList());
  }

  /** The versions of JFS that took part. */
  private static String versions(Results results) {
    TreeSet<String> versions = new TreeSet<>();
    results.carried().values().stream()
        .flatMap(List<Carried>::stream)
        .flatMap(one -> Stream.of(one.client(), one.server()))
        .map(Carried.End::jfs)
        .flatMap(Optional::stream)
        .forEach(versions::add);
    return versions.isEmpty() ? "none: no JVM ran it" : String.join(", ", versions);
  }

  private static Map<String, List<Ends>> transports(Map<Variant, List<Carried>> carried) {
    Map<String, List<Ends>> all = new LinkedHashMap<>();
    carried.forEach(
        (variant, forks) ->
            all.put(
                variant.name(),
                forks.stream()
                    .map(one -> new Ends(one.client().transports(), one.server().transports()))
                    .toList()));
    return all;
  }

  private static Row row(Suite suite, Results results, Series series) {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    Map<Figure, Ratio> speedups = new LinkedHashMap<>();
    boolean isJdk = series.variant().isJdk();
    for (Figure figure : Figure.values()) {
      double value =
          figure == Figure.CPU_OF_MESSAGE ? cpuMicros(results, series) : median(series, figure);
      if (Double.isFinite(value)) {
        figures.put(figure, value);
      }
      if (!isJdk) {
        Speedup speedup = speedup(results.jdk(series.workload()), series, figure);
        if (speedup.isKnown()) {
          speedups.put(figure, ratio(speedup));
        }
      }
    }
    double halfWidth = series.halfWidth();
    return new Row(
        series.workload().label(),
        series.workload().bytes(),
        series.workload().messages(),
        series.variant().name(),
        figures,
        speedups,
        isJdk ? List.of() : suite.compared(),
        Double.isFinite(halfWidth) ? halfWidth : null,
        series.warmups(),
        series.forks());
  }

  /** The median over all slices. */
  private static double median(Series series, Figure figure) {
    Measure measure = measure(series);
    return Median.of(
        series.slices().stream().mapToDouble(slice -> measure.of(figure, slice)).toArray());
  }

  private static Measure measure(Series series) {
    return new Measure(series.workload().bytes(), series.workload().messages());
  }

  /**
   * CPU time of both processes a message, over all slices together because the clock is coarse; NaN
   * where it has moved too few steps to tell.
   */
  private static double cpuMicros(Results results, Series series) {
    double cpu = 0;
    long messages = 0;
    for (Slice slice : series.slices()) {
      cpu += slice.cpuNanos();
      messages += slice.count() * series.workload().messages();
    }
    return cpu < CPU_STEPS * results.cpuStepNanos() ? Double.NaN : cpu / NANOS_PER_MICRO / messages;
  }

  /** The speed-up to the JDK, from each round's slice and the JDK's slice of the same round. */
  private static Speedup speedup(Series jdk, Series challenger, Figure figure) {
    Measure measure = measure(challenger);
    List<double[]> forks = new ArrayList<>();
    for (int fork = 0; fork < challenger.forks().size(); fork++) {
      double[] rounds = new double[challenger.forks().get(fork).size()];
      for (int round = 0; round < rounds.length; round++) {
        rounds[round] =
            figure.speedup(
                measure.of(figure, jdk.forks().get(fork).get(round)),
                measure.of(figure, challenger.forks().get(fork).get(round)));
      }
      forks.add(rounds);
    }
    return Speedup.of(forks);
  }

  private static Ratio ratio(Speedup speedup) {
    boolean known = Double.isFinite(speedup.low());
    return new Ratio(
        speedup.median(),
        known ? speedup.low() : null,
        known ? speedup.high() : null,
        speedup.least(),
        speedup.most());
  }
}
