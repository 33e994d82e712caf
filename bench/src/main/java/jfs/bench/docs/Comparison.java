package jfs.bench.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import jfs.bench.report.Suite;
import jfs.bench.result.Compact;
import jfs.bench.result.Figure;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** How a variant of JFS compares with the JDK in one figure of one workload. */
record Comparison(Result result, Row row, Figure figure, Ratio ratio) {

  static final Comparator<Comparison> BY_RATIO =
      Comparator.comparingDouble(comparison -> comparison.ratio.median());

  /** All of a result in the figures that its suite judges by, and in those where losses count. */
  static List<Comparison> of(Result result) {
    List<Comparison> all = new ArrayList<>();
    for (Row row : result.ofJfsVariants()) {
      Arrays.stream(Figure.values())
          .filter(figure -> counts(result, row, figure))
          .forEach(
              figure ->
                  row.speedup(figure)
                      .ifPresent(ratio -> all.add(new Comparison(result, row, figure, ratio))));
    }
    return all;
  }

  /** What would be compared as well, if the data had the ratio and not only both figures. */
  static Set<Figure> missing(Result result) {
    Set<Figure> missing = EnumSet.noneOf(Figure.class);
    for (Row row : result.ofJfsVariants()) {
      for (Figure figure : Figure.values()) {
        if (counts(result, row, figure)
            && row.speedup(figure).isEmpty()
            && isShown(row.figure(figure))
            && isShown(result.report().figure(row.workload(), Report.JDK, figure))) {
          missing.add(figure);
        }
      }
    }
    return missing;
  }

  /** Of a value of 0 there is no ratio, as where nothing was timed. */
  private static boolean isShown(double value) {
    return value > 0;
  }

  private static boolean counts(Result result, Row row, Figure figure) {
    return row.compared().contains(figure)
        || (Compact.ALWAYS.contains(figure)
            && (figure != Figure.MEAN || isOfItsOwn(result.report(), row)));
  }

  /**
   * Whether the mean says what no other figure does: it says nothing where the client keeps a pace,
   * or where no operation is timed, and the same as a rate does, which is the count by the time.
   */
  private static boolean isOfItsOwn(Report report, Row row) {
    return !report.suite().equals(Suite.CPU.title())
        && isShown(row.figure(Figure.P50))
        && row.compared().stream()
            .allMatch(figure -> figure.lowerIsBetter() || !row.figures().containsKey(figure));
  }

  /** What the data of a result prove to be slower with JFS, or to take more; the worst first. */
  static List<Comparison> losses(Result result) {
    return of(result).stream().filter(one -> one.ratio.isLoss()).sorted(BY_RATIO).toList();
  }

  /** The greatest gain of a result in a figure that its suite judges by. */
  static Optional<Comparison> gain(Result result) {
    return of(result).stream()
        .filter(one -> one.ratio.isGain() && one.row.compared().contains(one.figure))
        .max(BY_RATIO);
  }

  /** Whether it is of what users get unless they ask for something else. */
  boolean isOfMainVariant() {
    return row.variant().equals(Result.jfs(result.report()));
  }

  /** For example {@code pingpong-two, 64K, p50 µs}, with the variant if it is a special one. */
  String title() {
    return result.name() + ", " + label();
  }

  /** The same within a suite: {@code 64K, p50 µs}. */
  String label() {
    return row.workload() + ", " + kind();
  }

  /** The same of all workloads: {@code pingpong-two, p50 µs}. */
  String series() {
    return result.name() + ", " + kind();
  }

  private String kind() {
    return (isOfMainVariant() ? "" : row.variant() + ", ") + figure.label();
  }
}
