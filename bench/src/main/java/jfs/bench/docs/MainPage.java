package jfs.bench.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jfs.bench.html.Template;
import jfs.bench.report.Suite;
import jfs.bench.result.Effort;
import jfs.bench.result.Figure;
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
            "notes", fewForks(results) + fewRounds(results) + missing(results),
            "bothsides", BothSides.of(results),
            "suites", suites(results),
            "unpublished", unpublished(results),
            "checks", checks(results),
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

  /** Which intervals do not mean all that readers expect of one; a paragraph, or nothing. */
  private static String fewForks(List<Result> results) {
    Map<Integer, List<String>> few = new TreeMap<>();
    for (Result result : results) {
      if (result.report().effort().hasFewForks()) {
        few.computeIfAbsent(result.report().effort().forks(), key -> new ArrayList<>())
            .add(quoted(result.name()));
      }
    }
    String begin =
        "Intervals of few JVMs mean less. With fewer than "
            + Effort.FORKS_TO_TRUST
            + " sets of fresh JVMs, an interval says how sure the figure is in those JVMs, and not"
            + " where that of others would lie. Where JVMs keep to one of two paces for their whole"
            + " lives, as the JDK's own may if they are not pinned, that can be far outside. So many"
            + " sets were measured: ";
    return paragraph(begin, few);
  }

  /** Which suites have no intervals at all; a paragraph, or nothing. */
  private static String fewRounds(List<Result> results) {
    List<String> few =
        results.stream()
            .filter(result -> !Comparison.of(result).isEmpty())
            .filter(
                result ->
                    Comparison.of(result).stream().noneMatch(one -> one.ratio().hasInterval()))
            .map(result -> quoted(result.name()))
            .toList();
    return few.isEmpty()
        ? ""
        : Wrapped.of(
                "Too few rounds for intervals, and so neither gains nor losses in the table below,"
                    + " whatever the ratios in their own tables are: "
                    + list(few)
                    + ".")
            + "\n";
  }

  /** What would be compared in the table, and cannot; a paragraph, or nothing. */
  private static String missing(List<Result> results) {
    Map<String, List<String>> missing = new LinkedHashMap<>();
    for (Figure figure : Figure.values()) {
      for (Result result : results) {
        if (Comparison.missing(result).contains(figure)) {
          missing
              .computeIfAbsent(figure.label(), key -> new ArrayList<>())
              .add(quoted(result.name()));
        }
      }
    }
    return paragraph(
        "Losses may be missing: results that are older have no ratio of some figures, only their"
            + " medians. These are: ",
        missing);
  }

  private static String paragraph(String begin, Map<?, List<String>> suites) {
    return suites.isEmpty()
        ? ""
        : Wrapped.of(
                suites.entrySet().stream()
                    .map(entry -> entry.getKey() + " (" + list(entry.getValue()) + ")")
                    .collect(Collectors.joining("; ", begin, ".")))
            + "\n";
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
              condition(result, "placement").split(":", -1)[0],
              condition(result, "date").split("T", -1)[0]
                  + (result.isDisturbed() ? ", **disturbed**" : ""),
              condition(result, "CPU"),
              condition(result, "commit"),
              "[JSON](benchmarks/" + result.name() + ".json)"));
    }
    return MarkdownTable.of(
        List.of(
            "tables",
            "what it measures",
            "JFS to JDK",
            "JVMs",
            "measured",
            "CPU",
            "commit",
            "data"),
        rows);
  }

  private static String condition(Result result, String name) {
    return result.report().conditions().getOrDefault(name, "");
  }

  /** Up to the first end of a sentence or part of one. */
  private static String firstSentence(String explanation) {
    return explanation.split("[.;:](?= |$)", 2)[0];
  }

  /** From the least to the greatest of the ratios that the suite judges by. */
  private static String range(Result result) {
    double[] ratios =
        Comparison.of(result).stream()
            .filter(one -> one.isOfMainVariant() && one.row().compared().contains(one.figure()))
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
            .map(MainPage::quoted)
            .collect(Collectors.joining(", ", "\n\nNot published yet: ", "."));
  }

  /** Which results here passed both checks of {@link Quiet}, and why it is not known of others. */
  private static String checks(List<Result> results) {
    List<String> passed = new ArrayList<>();
    Map<String, List<String>> doubts = new LinkedHashMap<>();
    for (Result result : results) {
      List<String> own = Quiet.doubts(result);
      if (own.isEmpty()) {
        passed.add(quoted(result.name()));
      }
      own.forEach(
          why -> doubts.computeIfAbsent(why, key -> new ArrayList<>()).add(quoted(result.name())));
    }
    if (doubts.isEmpty()) {
      return "All suites here passed both checks.";
    }
    String begin =
        passed.isEmpty()
            ? "No suite here is known to have passed both checks as they are now:\n\n"
            : Wrapped.of(
                    "These suites here passed both checks: "
                        + list(passed)
                        + ". Others did not, or cannot show it:")
                + "\n";
    return doubts.entrySet().stream()
        .map(doubt -> Wrapped.item(doubt.getKey() + " (" + list(doubt.getValue()) + ")"))
        .collect(Collectors.joining("", begin, ""))
        .stripTrailing();
  }

  private static String quoted(String name) {
    return "`" + name + "`";
  }

  private static String list(List<String> names) {
    return String.join(", ", names);
  }
}
