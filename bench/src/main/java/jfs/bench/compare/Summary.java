package jfs.bench.compare;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import jfs.bench.result.Numbers;

/**
 * What all changes of speed-ups come to. Of many comparisons of equals, some are shown as slower by
 * chance; a regression must be more than that, or users would ignore it.
 *
 * @param percent what may be lost without a regression
 */
record Summary(List<Finding> findings, double percent) {

  /** Of equals, so many are shown as slower by an interval of 95 %. */
  private static final double BY_CHANCE = 0.025;

  boolean isRegression() {
    return !regressions().isEmpty();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "Of %d speed-ups %d are faster in B, %d slower (some %.0f would be by chance alone).\n",
            findings.size(),
            count(Change.Verdict.FASTER),
            count(Change.Verdict.SLOWER),
            Math.ceil(BY_CHANCE * findings.size())));
    String limit = BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + " %";
    if (!isRegression()) {
      return text + "No regression is shown: none is slower by more than " + limit + ".\n";
    }
    text.append("REGRESSION, by more than " + limit + " with the whole interval:\n");
    for (Finding finding : regressions()) {
      text.append("  " + finding.variant() + ", " + finding.workload())
          .append(", " + finding.figure().label() + ": " + Numbers.ratio(finding.change().ratio()))
          .append("\n");
    }
    return text.toString();
  }

  private List<Finding> regressions() {
    return findings.stream().filter(finding -> finding.change().isWorseBy(percent / 100)).toList();
  }

  private long count(Change.Verdict verdict) {
    return findings.stream().filter(finding -> finding.change().verdict() == verdict).count();
  }
}
