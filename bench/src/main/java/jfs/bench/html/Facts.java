package jfs.bench.html;

import java.util.List;
import java.util.Map;
import jfs.bench.result.Ends;
import jfs.bench.result.Report;

/** What is to be known beside the figures: conditions, transports, what was left out. */
final class Facts {

  private Facts() {}

  static String conditions(Report report) {
    return pairs(List.of("condition", "value"), report.conditions());
  }

  static String skipped(Report report) {
    return report.skipped().isEmpty()
        ? new Html().element("p", "None was skipped.").toString()
        : pairs(List.of("variant", "why it was skipped"), report.skipped());
  }

  /** A row for each variant; several where its forks differ. */
  static String transports(Report report) {
    Html html = new Html();
    html.markup("<table>\n").headers(List.of("variant", "client", "server")).markup("<tbody>\n");
    report
        .transports()
        .forEach(
            (variant, forks) ->
                forks.stream().distinct().forEach(ends -> append(variant, ends, html)));
    return html.markup("</tbody></table>\n").toString();
  }

  private static void append(String variant, Ends ends, Html html) {
    html.markup("<tr>")
        .element("th scope=\"row\"", variant)
        .element("td", ends.client())
        .element("td", ends.server())
        .markup("</tr>\n");
  }

  private static String pairs(List<String> headers, Map<String, String> pairs) {
    Html html = new Html();
    html.markup("<table>\n").headers(headers).markup("<tbody>\n");
    pairs.forEach(
        (name, value) ->
            html.markup("<tr>")
                .element("th scope=\"row\"", name)
                .element("td", value)
                .markup("</tr>\n"));
    return html.markup("</tbody></table>\n").toString();
  }
}
