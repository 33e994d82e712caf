package jfs.bench.report;

import jfs.bench.record.Numbers;
import jfs.bench.stats.Speedup;

/** Numbers as people read them. */
final class Figures {

  static final String NONE = "-";

  private Figures() {}

  /** With three digits or so; whole from 1000 on. */
  static String of(double value) {
    return Double.isNaN(value) ? NONE : Numbers.of(value);
  }

  /** The speed-up itself. */
  static String median(Speedup speedup) {
    return speedup.isKnown() ? Numbers.ratio(speedup.median()) : NONE;
  }

  /** Its confidence interval, where there are rounds enough for one. */
  static String interval(Speedup speedup) {
    return Double.isNaN(speedup.low()) ? NONE : Numbers.range(speedup.low(), speedup.high());
  }

  /** The least and the greatest of all rounds. */
  static String extremes(Speedup speedup) {
    return speedup.isKnown() ? Numbers.range(speedup.least(), speedup.most()) : NONE;
  }
}
