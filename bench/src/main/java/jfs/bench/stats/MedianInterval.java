package jfs.bench.stats;

import java.util.Arrays;

/**
 * Where the median of what was sampled lies, at 95 % confidence: between two of the samples, by
 * their order alone, whatever their distribution (the sign test's interval).
 *
 * @param median of the samples
 * @param low the interval's lower end
 * @param high its upper end
 */
public record MedianInterval(double median, double low, double high) {

  private static final double TAIL = 0.025;

  /** The normal distribution's quantile for that, which serves where there are so many samples. */
  private static final double NORMAL_QUANTILE = 1.96;

  private static final int MANY = 1000;

  /** The interval; from the least sample to the greatest if there are too few for 95 %. */
  public static MedianInterval of(double... samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0 || Double.isNaN(sorted[sorted.length - 1])) {
      return new MedianInterval(Double.NaN, Double.NaN, Double.NaN);
    }
    int cut = cut(sorted.length);
    return new MedianInterval(Median.of(sorted), sorted[cut], sorted[sorted.length - 1 - cut]);
  }

  /** How many samples may be left out at each end: the binomial distribution's quantile. */
  private static int cut(int count) {
    if (count > MANY) {
      return (int) ((count - NORMAL_QUANTILE * Math.sqrt(count)) / 2);
    }
    double probability = Math.pow(0.5, count);
    double below = probability;
    int cut = 0;
    while (below <= TAIL) {
      probability *= (double) (count - cut) / (cut + 1);
      below += probability;
      cut++;
    }
    return Math.max(0, cut - 1);
  }

  /** Whether so many samples are enough for the confidence. */
  public static boolean isEnough(int count) {
    return Math.pow(0.5, count) <= TAIL;
  }

  /** Half the interval's width, as a share of the median. */
  public double relativeHalfWidth() {
    return (high - low) / 2 / median;
  }
}
