package jfs.bench.docs;

import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown. */
final class MarkdownTable {

  private MarkdownTable() {}

  static String of(List<String> headers, List<List<String>> rows) {
    return line(headers)
        + line(headers.stream().map(header -> "---").toList())
        + rows.stream().map(MarkdownTable::line).collect(Collectors.joining());
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
