package jfs.bench.html;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jfs.bench.result.Report;

/**
 * A report as one page that can be kept, sent and opened anywhere: the plotting library is in it,
 * and its own security policy forbids it to fetch anything.
 */
public final class HtmlReport {

  private HtmlReport() {}

  /**
   * The page.
   *
   * @param table the figures as a text, with what is derived of them; may be empty
   */
  public static String of(Report report, String table) {
    return Template.fill(
        Resources.own("report.html"),
        Map.ofEntries(
            Map.entry("title", Html.escape("JFS benchmark: " + report.suite())),
            Map.entry("subtitle", Html.escape(subtitle(report.conditions()))),
            Map.entry("style", Resources.own("report.css")),
            Map.entry("figures", FigureTable.of(report)),
            Map.entry("transports", Facts.transports(report)),
            Map.entry("skipped", Facts.skipped(report)),
            Map.entry("table", Html.escape(table)),
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
}
