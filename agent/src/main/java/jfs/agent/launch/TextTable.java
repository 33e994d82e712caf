package jfs.agent.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A table with a header, its columns aligned: numbers to the right, all else to the left. */
final class TextTable {

  private static final String GAP = "  ";

  /**
   * What a terminal may obey, or what hides or reorders other text: control characters (also those
   * from U+0080 to U+009F), formats (such as those that turn the direction of writing), ends of
   * lines and paragraphs, halves of characters, and characters that are not assigned or private.
   */
  private static final Pattern UNFIT = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private final List<String[]> rows = new ArrayList<>();

  TextTable(String... header) {
    rows.add(header);
  }

  void add(Object... cells) {
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      // The text is from another JVM, and for a terminal.
      row[i] = UNFIT.matcher(cells[i].toString()).replaceAll("?");
    }
    rows.add(row);
  }

  /** The lines, the header's first. */
  List<String> lines() {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    boolean[] numeric = new boolean[columns];
    for (int column = 0; column < columns; column++) {
      numeric[column] = rows.size() > 1;
      for (int row = 0; row < rows.size(); row++) {
        String cell = rows.get(row)[column];
        widths[column] = Math.max(widths[column], cell.length());
        numeric[column] &= row == 0 || cell.chars().allMatch(Character::isDigit);
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        String padding = " ".repeat(widths[column] - row[column].length());
        line.append(column == 0 ? "" : GAP)
            .append(numeric[column] ? padding + row[column] : row[column] + padding);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
