package jfs.bench.docs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import jfs.bench.result.Figure;

/** What each suite gains and loses most, side by side, and all losses of one. */
final class BothSides {

  /** The figures of rare delays. */
  private static final Set<Figure> RARE = EnumSet.of(Figure.P90, Figure.P99, Figure.P999);

  private static final String NONE = "–";

  private BothSides() {}

  /** A row for each suite; those that lose most come first. */
  static String of(List<Result> results) {
    return MarkdownTable.of(
        List.of(
            "suite",
            "greatest gain",
            "greatest loss",
            "greatest loss of p90, p99, p99.9",
            "losses in all"),
        results.stream()
            .sorted(Comparator.comparingDouble(BothSides::least))
            .map(BothSides::row)
            .toList());
  }

  private static double least(Result result) {
    return Comparison.losses(result).stream()
        .mapToDouble(one -> one.ratio().median())
        .min()
        .orElse(1);
  }

  private static List<String> row(Result result) {
    List<Comparison> losses = Comparison.losses(result);
    return List.of(
        "[" + result.name() + "](benchmarks/" + result.name() + ".md)",
        Comparison.gain(result).map(BothSides::cell).orElse(NONE),
        first(losses, one -> !RARE.contains(one.figure())),
        first(losses, one -> RARE.contains(one.figure())),
        losses.isEmpty() ? NONE : String.valueOf(losses.size()));
  }

  private static String first(List<Comparison> losses, Predicate<Comparison> chosen) {
    return losses.stream().filter(chosen).findFirst().map(BothSides::cell).orElse(NONE);
  }

  private static String cell(Comparison one) {
    return one.label() + ": " + one.ratio();
  }

  /** All losses of a suite, the worst first; nothing if it has none. */
  static String losses(Result result) {
    List<List<String>> rows = new ArrayList<>();
    for (Comparison loss : Comparison.losses(result)) {
      rows.add(List.of(loss.label(), loss.ratio().toString()));
    }
    return rows.isEmpty()
        ? ""
        : "\n## All losses\n\n" + MarkdownTable.of(List.of("slower, or more taken", "ratio"), rows);
  }
}
