package jfs.agent.launch;

import java.util.regex.Pattern;

/** Text of another process, as it may be printed on a terminal. */
final class TerminalText {

  /**
   * What a terminal may obey, or what hides or reorders other text: control characters (also those
   * from U+0080 to U+009F), formats (such as those that turn the direction of writing), ends of
   * lines and paragraphs, halves of characters, and characters that are not assigned or private.
   */
  private static final Pattern UNFIT = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private TerminalText() {}

  /** The text in one line, with a question mark for each character that is not fit. */
  static String of(String text) {
    return UNFIT.matcher(text).replaceAll("?");
  }
}
