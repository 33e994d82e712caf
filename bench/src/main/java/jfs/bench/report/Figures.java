package jfs.bench.report;

import java.util.Locale;
import jfs.bench.stats.Speedup;

/** Numbers as people read them. */
final class Figures {

  static final String NONE = "-";

  private Figures() {}

  /** With three digits or so; whole from 1000 on. */
  static String of(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** The speed-up itself. */
  static String median(Speedup speedup) {
    return speedup.isKnown() ? ratio(speedup.median()) : NONE;
  }

  /** Its confidence interval. */
  static String interval(Speedup speedup) {
    return speedup.isKnown() ? range(speedup.low(), speedup.high()) : NONE;
  }

  /** The least and the greatest of all rounds. */
  static String extremes(Speedup speedup) {
    return speedup.isKnown() ? range(speedup.least(), speedup.most()) : NONE;
  }

  private static String range(double from, double to) {
    return ratio(from) + "–" + ratio(to);
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
  }
}
