package jfs.core.config;

import java.util.Locale;

/**
 * Tells a mistyped option from a variable of other software. The prefix {@code JFS_} is not JFS's
 * alone: JuiceFS and others have variables such as {@code JFS_HOME}, which are not mistakes.
 */
final class Mistyped {

  /** A name of up to this length allows for one slip, a longer one for two. */
  private static final int SHORT = 5;

  private Mistyped() {}

  /** The option that an environment variable may mean, or null. The name lacks the prefix. */
  static Option meaning(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    for (Option option : Option.all()) {
      String right = option.key();
      int slips = right.length() <= SHORT ? 1 : 2;
      if (hasSameWords(key, right) || distance(key, right) <= slips) {
        return option;
      }
    }
    return null;
  }

  /** Whether the words are the same, in any order and with or without underscores. */
  private static boolean hasSameWords(String key, String right) {
    int underscore = right.indexOf('_');
    String plain = key.replace("_", "");
    if (underscore < 0) {
      return plain.equals(right);
    }
    String first = right.substring(0, underscore);
    String second = right.substring(underscore + 1);
    return plain.equals(first + second) || plain.equals(second + first);
  }

  /**
   * How many slips lead from one word to the other: a letter left out, added, taken for another, or
   * exchanged with its neighbour.
   */
  static int distance(String from, String to) {
    int[][] slips = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        slips[i][j] = i == 0 || j == 0 ? i + j : least(slips, from, to, i, j);
      }
    }
    return slips[from.length()][to.length()];
  }

  private static int least(int[][] slips, String from, String to, int i, int j) {
    int other = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    int least =
        Math.min(slips[i - 1][j - 1] + other, 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
    boolean exchanged =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return exchanged ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
  }
}
