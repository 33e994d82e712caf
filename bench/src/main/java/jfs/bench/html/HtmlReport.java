package jfs.bench.html;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfs.bench.record.Report;

/**
 * A report as one page that can be kept, sent and opened anywhere: the plotting library is in it,
 * and its own security policy forbids it to fetch anything.
 */
public final class HtmlReport {

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

  private HtmlReport() {}

  public static String of(Report report) {
    return fill(
        Resources.own("report.html"),
        Map.ofEntries(
            Map.entry("title", Html.escape("JFS benchmark: " + report.suite())),
            Map.entry("subtitle", Html.escape(subtitle(report.conditions()))),
            Map.entry("style", Resources.own("report.css")),
            Map.entry("figures", FigureTable.of(report)),
            Map.entry("transports", Facts.transports(report)),
            Map.entry("skipped", Facts.skipped(report)),
            Map.entry("table", Html.escape(report.table())),
            Map.entry("conditions", Facts.conditions(report)),
            Map.entry("notice", Html.escape(Resources.own("echarts-notice.txt"))),
            Map.entry("echarts", Resources.echarts()),
            Map.entry("data", PlotData.of(report)),
            Map.entry("script", Resources.own("report.js"))));
  }

  private static String subtitle(Map<String, String> conditions) {
    return Stream.of("date", "CPU", "placement")
        .map(conditions::get)
        .filter(value -> value != null)
        .collect(Collectors.joining(" · "));
  }

  /** In one pass, so that nothing in what is filled in can be taken for a place. */
  static String fill(String template, Map<String, String> parts) {
    return PLACE
        .matcher(template)
        .replaceAll(
            place -> {
              String part = parts.get(place.group(1));
              if (part == null) {
                throw new IllegalStateException("nothing to fill in for " + place.group());
              }
              return Matcher.quoteReplacement(part);
            });
  }
}
