package jfs.bench.docs;

/** Lines of documentation, none too long. */
final class Wrapped {

  private static final int COLUMNS = 120;

  private Wrapped() {}

  /** A paragraph, with the end of its last line. */
  static String of(String paragraph) {
    return wrap("", "", paragraph);
  }

  /** An item of a list. */
  static String item(String paragraph) {
    return wrap("* ", "  ", paragraph);
  }

  private static String wrap(String first, String others, String paragraph) {
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder(first);
    boolean empty = true;
    for (String word : paragraph.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > COLUMNS) {
        text.append(line).append('\n');
        line = new StringBuilder(others);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    return text.append(line).append('\n').toString();
  }
}
