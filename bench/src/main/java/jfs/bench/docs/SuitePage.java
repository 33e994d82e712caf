package jfs.bench.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import jfs.bench.report.Conditions;
import jfs.bench.report.Suite;
import jfs.bench.result.Figure;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.Numbers;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** The page of one result: the JDK's figures, each variant's ratio to them, and the conditions. */
final class SuitePage {

  private static final String NONE = "–";
  private static final String NETTY = "netty-";
  private static final String AERON = "aeron-ipc";
  private static final double WIDE = 0.05;
  private static final double PERCENT = 100;

  private SuitePage() {}

  static String of(Result result) {
    Report report = result.report();
    Optional<Suite> suite = Suite.named(report.suite());
    StringBuilder text = new StringBuilder("# Benchmark " + result.name() + "\n\n");
    suite.ifPresent(known -> text.append(Wrapped.of(known.explanation())).append("\n"));
    if (result.isDisturbed()) {
      text.append(
          Wrapped.of(
              "**The machine was busy while this was measured: other programs took "
                  + report.load().shares()
                  + ". `publish` refuses such a run today.**"));
      text.append("\n");
    }
    notes(report).forEach(note -> text.append(Wrapped.of(note)).append("\n"));
    text.append(table(report)).append("\n");
    fewForks(report).ifPresent(line -> text.append(Wrapped.of(line)).append("\n"));
    precision(report).ifPresent(line -> text.append(Wrapped.of(line)).append("\n"));
    carried(report).ifPresent(line -> text.append(Wrapped.of(line)));
    report
        .skipped()
        .forEach((name, why) -> text.append(Wrapped.of("Skipped: " + name + ": " + why + ".")));
    text.append(BothSides.losses(result));
    suite.ifPresent(
        known ->
            text.append("\n## All figures\n\n```\n")
                .append(known.figures(report).stripTrailing())
                .append("\n```\n\n")
                .append(
                    known.method(report).stream()
                        .map(line -> Wrapped.item(line))
                        .collect(Collectors.joining())));
    text.append("\n## Conditions\n\n");
    report
        .conditions()
        .forEach(
            (name, value) ->
                text.append(
                    Wrapped.item(
                        (name + ": ")
                            + (name.equals(Conditions.OTHERS) ? others(report, value) : value))));
    return text.append("\nThe same as data: [" + result.name() + ".json](" + result.name())
        .append(".json). [All benchmarks](../benchmarks.md)\n")
        .toString();
  }

  /** What readers of the table must know of some variants. */
  private static List<String> notes(Report report) {
    List<String> notes = new ArrayList<>();
    if (report.suite().equals(Suite.CPU.title())) {
      if (report.isOld() && report.variants().stream().anyMatch(name -> name.startsWith(NETTY))) {
        notes.add(
            "**Netty's times at a pace are not comparable with the others here, until they are"
                + " measured again: how late its timer was is in them, and in no other's.** At once"
                + " there is no timer.");
      }
      if (report.variants().contains(AERON)) {
        notes.add(
            "Where nothing comes, `aeron-ipc` looks 10,000 times, and then pauses for up to 10 ms"
                + " at a time, so that an idle pair takes no CPU time from those that are measured:"
                + " that is the harness's choice, and shows at a pace.");
      }
    }
    return notes;
  }

  /** In old data the words say 0 where the count was wrong. */
  private static String others(Report report, String words) {
    return report.isOld() && report.load() != null
        ? "not known, for interrupts were left out of the count; the host of this machine "
            + MachineLoad.share(report.load().host())
            + " of a CPU"
        : words;
  }

  private static String table(Report report) {
    List<String> others = report.challengers();
    List<List<String>> lines = new ArrayList<>();
    for (String workload : report.workloads()) {
      for (Figure figure : judged(report, workload, others)) {
        double jdk = report.figure(workload, Report.JDK, figure);
        List<String> line = new ArrayList<>(List.of(workload, figure.label()));
        line.add(Double.isNaN(jdk) ? NONE : Numbers.of(jdk));
        for (String variant : others) {
          line.add(
              report
                  .row(workload, variant)
                  .flatMap(row -> row.speedup(figure))
                  .map(Ratio::toString)
                  .orElse(NONE));
        }
        lines.add(line);
      }
    }
    List<String> headers = new ArrayList<>(List.of("", "figure", Report.JDK));
    headers.addAll(others);
    return MarkdownTable.of(headers, lines);
  }

  /** The figures that the variants are judged by, where they are known. */
  private static List<Figure> judged(Report report, String workload, List<String> variants) {
    return variants.stream()
        .flatMap(variant -> report.row(workload, variant).stream())
        .flatMap(row -> row.compared().stream().filter(figure -> row.speedup(figure).isPresent()))
        .distinct()
        .toList();
  }

  /** What the intervals of the table do not say. */
  private static Optional<String> fewForks(Report report) {
    int forks = report.effort().forks();
    boolean misleads =
        report.effort().hasFewForks()
            && report.rows().stream()
                .flatMap(row -> row.speedups().values().stream())
                .anyMatch(Ratio::hasInterval);
    return misleads
        ? Optional.of(
            "**The intervals are of "
                + (forks == 1 ? "one set" : forks + " sets")
                + " of fresh JVMs**, and say nothing of how much the ratio of others would differ.")
        : Optional.empty();
  }

  /** How many medians are not known well, for there were not rounds enough. */
  private static Optional<String> precision(Report report) {
    double[] widths =
        report.rows().stream()
            .map(Row::halfWidth)
            .filter(width -> width != null)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    long wide = Arrays.stream(widths).filter(width -> width > WIDE).count();
    return wide == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "Of %d medians %d are known less well than to ±%.0f %% in their own JVMs, the least"
                    + " well to ±%.0f %%.",
                widths.length,
                wide,
                PERCENT * WIDE,
                PERCENT * widths[widths.length - 1]));
  }

  private static Optional<String> carried(Report report) {
    return Optional.ofNullable(report.transports().get(Result.jfs(report)))
        .map(
            forks ->
                forks.stream()
                    .map(Object::toString)
                    .distinct()
                    .collect(Collectors.joining("; or ", "JFS was carried by: ", ".")));
  }
}
