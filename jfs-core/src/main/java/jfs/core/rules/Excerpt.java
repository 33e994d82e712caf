package jfs.core.rules;

/** Words of a file as a complaint shows them. The file may be one of anything, with long words. */
final class Excerpt {

  private static final int MOST_SHOWN = 100;

  private Excerpt() {}

  /** The text, or its beginning. */
  static String of(String text) {
    return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
  }

  /** The same, between quotation marks. */
  static String quoted(String text) {
    return "'" + of(text) + "'";
  }
}
