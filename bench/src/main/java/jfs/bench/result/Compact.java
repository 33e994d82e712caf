package jfs.bench.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reports without their slices, for documentation: what pages and plots show. */
public final class Compact {

  /** So many that what is shown is the same as without rounding. */
  private static final MathContext DIGITS = new MathContext(12);

  /** Where losses are looked for, whatever a suite is about: times, and memory. */
  public static final Set<Figure> ALWAYS =
      Collections.unmodifiableSet(
          EnumSet.of(Figure.MEAN, Figure.P50, Figure.P90, Figure.P99, Figure.P999, Figure.MEMORY));

  /** Shown beside what a suite is about. */
  private static final Set<Figure> BESIDE = Set.of(Figure.TOTAL_MEGABYTES);

  private Compact() {}

  public static Report of(Report report) {
    return new Report(
        report.format(),
        report.suite(),
        new LinkedHashMap<>(report.conditions()),
        report.load(),
        report.effort(),
        report.cpuStepNanos(),
        report.skipped(),
        report.transports(),
        report.rows().stream().map(Compact::of).toList());
  }

  private static Row of(Row row) {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    row.figures().forEach((figure, value) -> figures.put(figure, rounded(value)));
    Map<Figure, Ratio> speedups = new LinkedHashMap<>();
    row.speedups()
        .forEach(
            (figure, ratio) -> {
              if (row.compared().contains(figure)
                  || ALWAYS.contains(figure)
                  || BESIDE.contains(figure)) {
                speedups.put(figure, rounded(ratio));
              }
            });
    return new Row(
        row.workload(),
        row.bytes(),
        row.messages(),
        row.variant(),
        figures,
        speedups,
        row.compared(),
        row.halfWidth() == null ? null : rounded(row.halfWidth()),
        row.warmups(),
        List.of());
  }

  private static Ratio rounded(Ratio ratio) {
    return new Ratio(
        rounded(ratio.median()),
        ratio.low() == null ? null : rounded(ratio.low()),
        ratio.high() == null ? null : rounded(ratio.high()),
        rounded(ratio.min()),
        rounded(ratio.max()));
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }
}
