package jfs.agent.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * A flag in an environment variable that a JVM takes flags from.
 *
 * @param text without the quotes
 * @param raw as it is in the variable
 */
record VariableFlag(String text, String raw) {

  /** Splits a value into flags at white space, as the JVM and its launcher do. */
  static List<VariableFlag> of(String value) {
    List<VariableFlag> flags = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int from = 0;
    char quote = 0;
    for (int i = 0; i <= value.length(); i++) {
      char c = i == value.length() ? ' ' : value.charAt(i);
      boolean ends = i == value.length() || (quote == 0 && Character.isWhitespace(c));
      if (ends && i > from) {
        flags.add(new VariableFlag(text.toString(), value.substring(from, i)));
      }
      if (ends) {
        text.setLength(0);
        from = i + 1;
      } else if (quote == 0 ? c == '"' || c == '\'' : c == quote) {
        quote = quote == 0 ? c : 0;
      } else {
        text.append(c);
      }
    }
    return flags;
  }
}
