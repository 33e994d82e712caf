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
    for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append((char) c);
      } else if (isUnfit(c)) {
        for (char unit : Character.toChars(c)) {
          json.append(String.format("\\u%04x", (int) unit));
        }
      } else {
        json.appendCodePoint(c);
      }
    }
    return json.append('"').toString();
  }

  /**
   * Whether it is a control character, a format, such as one that turns the writing, or half of a
   * character.
   */
  private static boolean isUnfit(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE;
  }
}
