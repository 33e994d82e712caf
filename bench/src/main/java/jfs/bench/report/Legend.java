package jfs.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import jfs.bench.result.Effort;
import jfs.bench.result.Ends;
import jfs.bench.result.Numbers;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** The words around a table: conditions, transports, and what the columns mean. */
final class Legend {

  private static final double PERCENT = 100;
  private static final double NANOS_PER_MILLI = 1e6;

  /** How the names of variants without Java begin. */
  private static final String C = "c-";

  private Legend() {}

  static String conditions(Report report) {
    StringBuilder text = new StringBuilder();
    report.conditions().forEach((name, value) -> text.append(name + ": " + value + "\n"));
    return text.toString();
  }

  /** What carried each variant's connections; several lines where forks differ. */
  static String transports(Report report) {
    StringBuilder text = new StringBuilder("Carried by (connections, reasons):\n");
    report
        .transports()
        .forEach(
            (variant, forks) ->
                forks.stream()
                    .map(Ends::toString)
                    .distinct()
                    .forEach(line -> text.append("  " + variant + ": " + line + "\n")));
    report.skipped().forEach((name, why) -> text.append("  " + name + ": skipped: " + why + "\n"));
    return text.toString();
  }

  static List<String> method(Report report) {
    boolean anyBaseline = report.variants().stream().anyMatch(variant -> variant.startsWith(C));
    List<String> lines = new ArrayList<>();
    lines.add(
        "Figures are medians over all slices of each slice's own figure (percentiles within a"
            + " slice are exact; - where it has too few samples).");
    if (!report.challengers().isEmpty()) {
      lines.add(
          "Speed-up: the JDK's time / the variant's time, or the variant's rate / the JDK's; above"
              + " 1 the variant is faster. Median of the rounds' speed-ups, the median's 95 %"
              + " bootstrap interval (forks, then rounds), and the rounds' extremes.");
      if (report.effort().hasFewForks()) {
        lines.add(
            "Equal JVMs differ by some percent for their whole lives. With fewer than "
                + Effort.FORKS_TO_TRUST
                + " forks ("
                + report.effort().forks()
                + " here) the intervals do not cover that.");
      }
    }
    if (report.effort().precision() > 0) {
      lines.add(precision(report));
    }
    warmups(report, lines);
    lines.add(
        "CPU time is both processes', from OperatingSystemMXBean.getProcessCpuTime"
            + (anyBaseline ? " (in C: the process's CPU-time clock)" : "")
            + ", which moves in steps of "
            + Numbers.of(report.cpuStepNanos() / NANOS_PER_MILLI)
            + " ms; it is summed over all slices (- where that is too little to tell).");
    return lines;
  }

  /** With the variants that some of it may be in the figures of. */
  private static void warmups(Report report, List<String> lines) {
    Map<String, Integer> unsteady = new LinkedHashMap<>();
    int all = 0;
    for (Row row : report.rows()) {
      all += row.warmups().size();
      if (row.unsteadyWarmups() > 0) {
        unsteady.merge(row.variant(), row.unsteadyWarmups(), Integer::sum);
      }
    }
    if (all == 0) {
      return; // not known
    }
    StringJoiner missed = new StringJoiner(", ");
    unsteady.forEach((variant, count) -> missed.add(variant + " " + count));
    String limit = Numbers.of(PERCENT * (Row.STEADY - 1)) + " %";
    lines.add(
        "At the end of the warm-up "
            + Row.STEADY_SLICES
            + " slices in a row took the same time to "
            + limit
            + (missed.length() == 0 ? "." : ", but for some of the " + all + ": " + missed + "."));
  }

  private static String precision(Report report) {
    double wanted = report.effort().precision();
    StringJoiner missed = new StringJoiner(", ");
    for (Row row : report.rows()) {
      if (row.halfWidth() == null || row.halfWidth() > wanted) {
        double widest = row.halfWidth() == null ? Double.NaN : row.halfWidth();
        missed.add(
            (row.workload() + " " + row.variant())
                + (" (±" + Numbers.of(PERCENT * widest) + " %)"));
      }
    }
    String claim =
        "Rounds were repeated until the median was known to ±"
            + Numbers.of(PERCENT * wanted)
            + " % at 95 % confidence in each pair of programs";
    return missed.length() == 0 ? claim + "." : claim + ", but for: " + missed + ".";
  }
}
