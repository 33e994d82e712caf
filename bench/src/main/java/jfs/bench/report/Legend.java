package jfs.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Stream;
import jfs.bench.harness.Calibration;
import jfs.bench.harness.Carried;
import jfs.bench.harness.Results;
import jfs.bench.harness.Series;
import jfs.bench.harness.Variant;

/** The words around a table: conditions, transports, and what the columns mean. */
final class Legend {

  private static final double PERCENT = 100;
  private static final int FORKS_TO_TRUST = 5;

  private Legend() {}

  static String conditions(Map<String, String> conditions) {
    StringBuilder text = new StringBuilder();
    conditions.forEach((name, value) -> text.append(name + ": " + value + "\n"));
    return text.toString();
  }

  /** What carried each variant's connections; several lines where forks differ. */
  static String transports(Results results) {
    StringBuilder text = new StringBuilder("Carried by (connections, reasons):\n");
    for (Variant variant : results.plan().variants()) {
      results.carried().get(variant).stream()
          .map(
              one ->
                  "client " + one.client().transports() + "; server " + one.server().transports())
          .distinct()
          .forEach(line -> text.append("  " + variant.name() + ": " + line + "\n"));
    }
    results
        .plan()
        .skipped()
        .forEach((name, why) -> text.append("  " + name + ": skipped: " + why + "\n"));
    return text.toString();
  }

  /** The versions of JFS that took part. */
  static String versions(Results results) {
    TreeSet<String> versions = new TreeSet<>();
    results.carried().values().stream()
        .flatMap(List<Carried>::stream)
        .flatMap(one -> Stream.of(one.client(), one.server()))
        .map(Carried.End::jfs)
        .flatMap(Optional::stream)
        .forEach(versions::add);
    return versions.isEmpty() ? "none: no JVM ran it" : String.join(", ", versions);
  }

  static List<String> method(Results results) {
    boolean anyBaseline = results.plan().variants().stream().anyMatch(Variant::usesBaseline);
    List<String> lines = new ArrayList<>();
    lines.add(
        "Figures are medians over all slices of each slice's own figure (percentiles within a"
            + " slice are exact; - where it has too few samples).");
    if (!results.challengers().isEmpty()) {
      lines.add(
          "Speed-up: the JDK's time / the variant's time, or the variant's rate / the JDK's; above"
              + " 1 the variant is faster. Median of the rounds' speed-ups, the median's 95 %"
              + " bootstrap interval (forks, then rounds), and the rounds' extremes.");
      if (results.plan().forks() < FORKS_TO_TRUST) {
        lines.add(
            "Equal JVMs differ by some percent for their whole lives. With fewer than "
                + FORKS_TO_TRUST
                + " forks ("
                + results.plan().forks()
                + " here) the intervals do not cover that.");
      }
    }
    if (results.plan().precision() > 0) {
      lines.add(precision(results));
    }
    lines.add(warmups(results));
    lines.add(
        "CPU time is both processes', from OperatingSystemMXBean.getProcessCpuTime"
            + (anyBaseline ? " (in C: the process's CPU-time clock)" : "")
            + ", which moves in steps of "
            + Figures.of(results.cpuStepNanos() / 1e6)
            + " ms; it is summed over all slices (- where that is too little to tell).");
    return lines;
  }

  /** With the variants that some of it may be in the figures of. */
  private static String warmups(Results results) {
    Map<String, Integer> unsteady = new LinkedHashMap<>();
    int all = 0;
    for (Series series : results.series()) {
      all += series.warmups().size();
      int missed = Collections.frequency(series.warmups(), false);
      if (missed > 0) {
        unsteady.merge(series.variant().name(), missed, Integer::sum);
      }
    }
    StringJoiner missed = new StringJoiner(", ");
    unsteady.forEach((variant, count) -> missed.add(variant + " " + count));
    String limit = Figures.of(PERCENT * (Calibration.STEADY - 1)) + " %";
    return "At the end of the warm-up "
        + Calibration.STEADY_SLICES
        + " slices in a row took the same time to "
        + limit
        + (missed.length() == 0 ? "." : ", but for some of the " + all + ": " + missed + ".");
  }

  private static String precision(Results results) {
    double wanted = results.plan().precision();
    StringJoiner missed = new StringJoiner(", ");
    for (Series series : results.series()) {
      double widest = series.halfWidth();
      if (!(widest <= wanted)) {
        missed.add(
            (series.workload().label() + " " + series.variant().name())
                + (" (±" + Figures.of(PERCENT * widest) + " %)"));
      }
    }
    String claim =
        "Rounds were repeated until the median was known to ±"
            + Figures.of(PERCENT * wanted)
            + " % at 95 % confidence in each pair of programs";
    return missed.length() == 0 ? claim + "." : claim + ", but for: " + missed + ".";
  }
}
