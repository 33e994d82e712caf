package jfs.bench.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import jfs.bench.html.Template;
import jfs.bench.report.Suite;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.Numbers;

/** The page that shows and links everything; its words are in a file, all figures from results. */
final class MainPage {

  private static final String WORDS = "page.md";
  private static final double PERCENT = 100;

  private MainPage() {}

  static String of(List<Result> results) {
    return Template.fill(
        words(),
        Map.of(
            "bothsides", bothSides(results),
            "suites", suites(results),
            "unpublished", unpublished(results),
            "disturbed", disturbed(results),
            "busy", String.format(Locale.ROOT, "%.0f %%", PERCENT * MachineLoad.BUSY),
            "spread", String.valueOf(Math.round(Quiet.UNSTEADY))));
  }

  private static String words() {
    try (InputStream in = MainPage.class.getResourceAsStream(WORDS)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The greatest gain of each suite, and all losses, side by side. */
  private static String bothSides(List<Result> results) {
    List<Comparison> gains = Comparison.gains(results);
    List<Comparison> losses = Comparison.losses(results);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < Math.max(gains.size(), losses.size()); i++) {
      List<String> row = new ArrayList<>(cells(gains, i));
      row.addAll(cells(losses, i));
      rows.add(row);
    }
    return MarkdownTable.of(List.of("the greatest gain of each suite", "", "all losses", ""), rows);
  }

  private static List<String> cells(List<Comparison> all, int index) {
    return index < all.size()
        ? List.of(all.get(index).title(), all.get(index).ratio().toString())
        : List.of("", "");
  }

  private static String suites(List<Result> results) {
    List<List<String>> rows = new ArrayList<>();
    for (Result result : results) {
      rows.add(
          List.of(
              "[" + result.name() + "](benchmarks/" + result.name() + ".md)",
              Suite.named(result.report().suite())
                  .map(suite -> firstSentence(suite.explanation()))
                  .orElse(""),
              range(result),
              result.report().conditions().getOrDefault("date", "").split("T", -1)[0]
                  + (result.isDisturbed() ? ", **disturbed**" : ""),
              "[JSON](benchmarks/" + result.name() + ".json)"));
    }
    return MarkdownTable.of(
        List.of("tables", "what it measures", "JFS to JDK", "measured", "data"), rows);
  }

  /** Up to the first end of a sentence or part of one. */
  private static String firstSentence(String explanation) {
    return explanation.split("[.;:](?= |$)", 2)[0];
  }

  /** From the least to the greatest of the ratios that the suite judges by. */
  private static String range(Result result) {
    double[] ratios =
        Comparison.of(result).stream()
            .filter(one -> one.row().compared().contains(one.figure()))
            .mapToDouble(one -> one.ratio().median())
            .sorted()
            .toArray();
    return ratios.length == 0
        ? ""
        : ratios.length == 1
            ? Numbers.ratio(ratios[0]) + "×"
            : Numbers.range(ratios[0], ratios[ratios.length - 1]) + "×";
  }

  private static String unpublished(List<Result> results) {
    List<String> missing = new ArrayList<>(Suite.titles());
    results.forEach(result -> missing.remove(result.report().suite()));
    return missing.isEmpty()
        ? ""
        : missing.stream()
            .map(title -> "`" + title + "`")
            .collect(Collectors.joining(", ", "\n\nNot published yet: ", "."));
  }

  /** The results here that are older than the rule that refuses their like. */
  private static String disturbed(List<Result> results) {
    String list =
        results.stream()
            .filter(Result::isDisturbed)
            .map(result -> Wrapped.item(result.name() + ": " + result.report().load().shares()))
            .collect(Collectors.joining());
    return list.isEmpty()
        ? "All suites here passed both checks."
        : "These here were measured before there was this rule, and would be refused; other programs"
            + " took:\n\n"
            + list.stripTrailing();
  }
}
