package jfs.bench.html;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Ratio;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/** All figures, for readers that do not trust plots. */
final class FigureTable {

  private FigureTable() {}

  static String of(Report report) {
    Html html = new Html();
    List<String> headers = new ArrayList<>(List.of("workload", "variant"));
    report.figures().forEach(figure -> headers.add(figure.label()));
    html.markup("<table class=\"figures\">\n").headers(headers);
    for (String workload : report.workloads()) {
      html.markup("<tbody>\n");
      for (String variant : report.variants()) {
        report.row(workload, variant).ifPresent(row -> append(row, report.figures(), html));
      }
      html.markup("</tbody>\n");
    }
    return html.markup("</table>\n").toString();
  }

  private static void append(Row row, List<Figure> figures, Html html) {
    html.markup("<tr>").element("th scope=\"row\"", row.workload()).element("td", row.variant());
    for (Figure figure : figures) {
      html.markup("<td>");
      html.markup(row.figures().containsKey(figure) ? Numbers.of(row.figure(figure)) : "–");
      row.speedup(figure).ifPresent(speedup -> append(speedup, html));
      html.markup("</td>");
    }
    html.markup("</tr>\n");
  }

  private static void append(Ratio speedup, Html html) {
    String change = speedup.isGain() ? "up" : speedup.isLoss() ? "down" : "same";
    html.element("small class=\"" + change + "\"", speedup.toString());
  }
}
