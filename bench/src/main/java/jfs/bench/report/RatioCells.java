package jfs.bench.report;

import java.util.List;
import java.util.Optional;
import jfs.bench.result.Figure;
import jfs.bench.result.Numbers;
import jfs.bench.result.Ratio;
import jfs.bench.result.Row;

/** The cells that say how a figure compares with the JDK's: median, interval, extremes. */
final class RatioCells {

  private RatioCells() {}

  /** Headers; the first one's is preceded by a word or more. */
  static List<String> headers(String first) {
    return List.of(first, "95 % interval", "min–max");
  }

  /** Empty for the JDK itself. */
  static List<String> of(Row row, Figure figure) {
    return row.isJdk() ? List.of("", "", "") : of(row.speedup(figure));
  }

  static List<String> of(Optional<Ratio> speedup) {
    return speedup
        .map(
            ratio ->
                List.of(
                    Numbers.ratio(ratio.median()),
                    interval(ratio),
                    Numbers.range(ratio.min(), ratio.max())))
        .orElse(List.of(Numbers.NONE, Numbers.NONE, Numbers.NONE));
  }

  /** A dash where there were too few rounds for one. */
  static String interval(Ratio ratio) {
    return ratio.hasInterval() ? Numbers.range(ratio.low(), ratio.high()) : Numbers.NONE;
  }
}
