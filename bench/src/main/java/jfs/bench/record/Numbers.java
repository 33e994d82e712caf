package jfs.bench.record;

import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {

  private Numbers() {}

  /** With three digits or so; whole from 100 on. */
  public static String of(double value) {
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
