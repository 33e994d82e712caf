package jfs.bench.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import jfs.bench.result.Compact;
import jfs.bench.result.Figure;
import jfs.bench.result.Ratio;
import jfs.bench.result.Row;

/** How JFS compares with the JDK in one figure of one workload. */
record Comparison(Result result, Row row, Figure figure, Ratio ratio) {

  static final Comparator<Comparison> BY_RATIO =
      Comparator.comparingDouble(comparison -> comparison.ratio.median());

  /** All of a result in the figures that its suite judges by, and in those where losses count. */
  static List<Comparison> of(Result result) {
    List<Comparison> all = new ArrayList<>();
    for (Row row : result.ofJfs()) {
      Arrays.stream(Figure.values())
          .filter(figure -> row.compared().contains(figure) || Compact.ALWAYS.contains(figure))
          .forEach(
              figure ->
                  row.speedup(figure)
                      .ifPresent(ratio -> all.add(new Comparison(result, row, figure, ratio))));
    }
    return all;
  }

  /** What the data prove to be slower with JFS, or to take more; the worst first. */
  static List<Comparison> losses(List<Result> results) {
    return results.stream()
        .flatMap(result -> of(result).stream())
        .filter(comparison -> comparison.ratio.isLoss())
        .sorted(BY_RATIO)
        .toList();
  }

  /** The greatest gain of each result in a figure that its suite judges by; the greatest first. */
  static List<Comparison> gains(List<Result> results) {
    return results.stream()
        .flatMap(
            result ->
                of(result).stream()
                    .filter(one -> one.ratio.isGain() && one.row.compared().contains(one.figure))
                    .max(BY_RATIO)
                    .stream())
        .sorted(BY_RATIO.reversed())
        .toList();
  }

  /** For example {@code pingpong-two, 64K, p50 µs}. */
  String title() {
    return result.name() + ", " + row.workload() + ", " + figure.label();
  }
}
