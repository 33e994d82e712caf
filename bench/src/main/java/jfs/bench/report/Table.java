package jfs.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A text table: the first columns flush left, the others flush right. */
public final class Table {

  private static final String GAP = "  ";

  private final int leftColumns;
  private final List<String> headers;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(int leftColumns, List<String> headers) {
    this.leftColumns = leftColumns;
    this.headers = List.copyOf(headers);
  }

  public void add(List<String> row) {
    if (row.size() != headers.size()) {
      throw new IllegalArgumentException(row.size() + " cells for " + headers.size() + " columns");
    }
    rows.add(List.copyOf(row));
  }

  @Override
  public String toString() {
    int[] widths = new int[headers.size()];
    measure(headers, widths);
    rows.forEach(row -> measure(row, widths));
    StringBuilder text = new StringBuilder();
    append(headers, widths, text);
    int total = -GAP.length();
    for (int width : widths) {
      total += width + GAP.length();
    }
    text.append("-".repeat(Math.max(0, total))).append('\n');
    rows.forEach(row -> append(row, widths, text));
    return text.toString();
  }

  private static void measure(List<String> row, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], row.get(i).length());
    }
  }

  private void append(List<String> row, int[] widths, StringBuilder text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.length());
      line.append(i == 0 ? "" : GAP).append(i < leftColumns ? cell + padding : padding + cell);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }
}
