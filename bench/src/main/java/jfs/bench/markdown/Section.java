package jfs.bench.markdown;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import jfs.bench.record.Figure;
import jfs.bench.record.Numbers;
import jfs.bench.record.Ratio;
import jfs.bench.record.Report;
import jfs.bench.record.Row;

/** A result: the JDK's own figures, each variant's ratio to them, and the conditions. */
final class Section {

  private static final String JSON = ".json";
  private static final String NONE = "–";
  private static final double WIDE = 0.05;
  private static final double PERCENT = 100;

  private Section() {}

  static String of(String file, Report report) {
    StringBuilder text = new StringBuilder("## " + title(file) + "\n\n");
    text.append(table(report)).append("\n");
    precision(report).ifPresent(text::append);
    carried(report).ifPresent(text::append);
    report.skipped().forEach((name, why) -> text.append("Skipped: " + name + ": " + why + ".\n"));
    if (!report.table().isEmpty()) {
      text.append("\n<details><summary>All figures</summary>\n\n```\n")
          .append(report.table().stripTrailing())
          .append("\n```\n\n</details>\n");
    }
    text.append("\n<details><summary>Conditions</summary>\n\n");
    report.conditions().forEach((name, value) -> text.append("* " + name + ": " + value + "\n"));
    return text.append("\nEvery slice: [" + file + "](benchmarks/" + file + ")\n\n</details>\n")
        .toString();
  }

  static String title(String file) {
    return file.endsWith(JSON) ? file.substring(0, file.length() - JSON.length()) : file;
  }

  private static String table(Report report) {
    List<String> others =
        report.variants().stream().filter(variant -> !variant.equals(Report.JDK)).toList();
    List<List<String>> lines = new ArrayList<>();
    for (String workload : report.workloads()) {
      for (Figure figure : judged(report, workload, others)) {
        List<String> line = new ArrayList<>(List.of(workload, figure.label()));
        line.add(
            report
                .row(workload, Report.JDK)
                .map(row -> row.figures().get(figure))
                .map(Numbers::of)
                .orElse(NONE));
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
    return line(headers)
        + line(headers.stream().map(header -> "---").toList())
        + lines.stream().map(Section::line).collect(Collectors.joining());
  }

  /** The figures that the variants are judged by, where they are known. */
  private static List<Figure> judged(Report report, String workload, List<String> variants) {
    return variants.stream()
        .flatMap(variant -> report.row(workload, variant).stream())
        .flatMap(row -> row.compared().stream().filter(figure -> row.speedup(figure).isPresent()))
        .distinct()
        .toList();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /** How many medians are not known well, for there were not rounds enough. */
  private static Optional<String> precision(Report report) {
    double[] widths =
        report.rows().stream()
            .mapToDouble(Row::halfWidth)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    long wide = Arrays.stream(widths).filter(width -> width > WIDE).count();
    return wide == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "Of %d medians %d are known less well than to ±%.0f %% in their own JVMs, the least"
                    + " well to ±%.0f %%.\n\n",
                widths.length,
                wide,
                PERCENT * WIDE,
                PERCENT * widths[widths.length - 1]));
  }

  private static Optional<String> carried(Report report) {
    return Optional.ofNullable(report.transports().get(Losses.JFS))
        .map(
            forks ->
                forks.stream()
                    .map(ends -> "client " + ends.client() + "; server " + ends.server())
                    .distinct()
                    .collect(Collectors.joining("; or ", "JFS was carried by: ", ".\n")));
  }
}
