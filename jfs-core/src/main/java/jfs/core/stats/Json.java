package jfs.core.stats;

/** The JSON that JFS needs. */
public final class Json {

  private Json() {}

  /**
   * A string (RFC 8259, section 7). What a terminal may obey, or what hides or reorders other text
   * there, is escaped as well.
   */
  public static String string(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (isUnfit(c)) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  /** Whether it is a control character, or a format, such as one that turns the writing. */
  private static boolean isUnfit(char c) {
    return Character.isISOControl(c)
        || Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }
}
