package jfs.agent.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a file of arguments, {@code java @FILE}, as the JDK's launcher reads them: between
 * white space; in quotes a backslash escapes, or continues on the next line; a comment begins with
 * {@code #}, and takes the word with it that it is behind of.
 */
final class ArgumentFile {

  private static final String ESCAPED = "nrtf";
  private static final String MEANT = "\n\r\t\f";

  private final String text;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;

  /** What has opened a quoted part; 0 outside. */
  private char quote;

  private ArgumentFile(String text) {
    this.text = text;
  }

  static List<String> words(String text) {
    return new ArgumentFile(text).read();
  }

  private List<String> read() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isLineBreak(c)) {
        end(); // a quoted part does not go on beyond it
      } else if (quote == 0) {
        i = outside(c, i);
      } else if (c == quote) {
        quote = 0;
      } else if (c == '\\' && i + 1 < text.length()) {
        i = escaped(i + 1);
      } else {
        word.append(c);
      }
    }
    end();
    return words;
  }

  private void end() {
    if (inWord) {
      words.add(word.toString());
    }
    word.setLength(0);
    inWord = false;
    quote = 0;
  }

  /** Takes a character outside quotes; answers where the last one is that it took. */
  private int outside(char c, int at) {
    int last = at;
    if (c == ' ' || c == '\t') {
      end();
    } else if (c == '#') {
      inWord = false; // the launcher forgets what was before in the word
      end();
      while (last + 1 < text.length() && !isLineBreak(text.charAt(last + 1))) {
        last++;
      }
    } else {
      inWord = true;
      if (c == '"' || c == '\'') {
        quote = c;
      } else {
        word.append(c);
      }
    }
    return last;
  }

  /** Takes what a backslash escapes; answers where the last character is that it took. */
  private int escaped(int at) {
    char c = text.charAt(at);
    int last = at;
    if (!isLineBreak(c)) {
      int known = ESCAPED.indexOf(c);
      word.append(known < 0 ? c : MEANT.charAt(known));
    } else {
      while (last + 1 < text.length() && isSpace(text.charAt(last + 1))) {
        last++; // before what the next line begins with
      }
    }
    return last;
  }

  private static boolean isLineBreak(char c) {
    return c == '\n' || c == '\r' || c == '\f';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || isLineBreak(c);
  }
}
