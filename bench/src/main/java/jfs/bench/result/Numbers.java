package jfs.bench.result;

import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {

  /** Where there is no number. */
  public static final String NONE = "-";

  private Numbers() {}

  /** With three digits or so; whole from 100 on; a dash if there is none. */
  public static String of(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  public static String ratio(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
  }

  public static String range(double from, double to) {
    return ratio(from) + "–" + ratio(to);
  }
}
