package jfs.agent.launch;

import java.util.ArrayList;
import java.util.List;

/** A table with a header, its columns aligned: numbers to the right, all else to the left. */
final class TextTable {

  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();

  TextTable(String... header) {
    rows.add(header);
  }

  void add(Object... cells) {
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      row[i] = TerminalText.of(cells[i].toString());
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
