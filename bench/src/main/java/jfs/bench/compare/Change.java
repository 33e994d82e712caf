package jfs.bench.compare;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How many times better the second of two runs is: above 1 is better, whatever was measured.
 *
 * @param ratio of the two runs' medians
 * @param low the lower end of its 95 % confidence interval
 * @param high its upper end
 */
record Change(double ratio, double low, double high) {

  private static final int RESAMPLES = 4000;
  private static final double TAIL = 0.025;

  /** What the interval says. */
  enum Verdict {
    FASTER("faster"),
    SLOWER("slower"),
    NONE_SHOWN("no difference shown");

    final String words;

    Verdict(String words) {
      this.words = words;
    }
  }

  /**
   * The change of something of which more is better. The runs are independent of each other, so
   * that each is resampled by itself; within a run as speed-ups are. The draw is the same every
   * time.
   */
  static Change between(Sample before, Sample after) {
    SplittableRandom random = new SplittableRandom(20081105);
    double[] ratios = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      ratios[i] = after.drawMedian(random) / before.drawMedian(random);
    }
    Arrays.sort(ratios);
    return new Change(
        after.median() / before.median(),
        ratios[(int) (RESAMPLES * TAIL)],
        ratios[(int) (RESAMPLES * (1 - TAIL)) - 1]);
  }

  Verdict verdict() {
    return low > 1 ? Verdict.FASTER : high < 1 ? Verdict.SLOWER : Verdict.NONE_SHOWN;
  }

  /** Whether the whole interval lies below 1 by more than this part of it. */
  boolean isWorseBy(double part) {
    return high < 1 - part;
  }
}
