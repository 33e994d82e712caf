package jfs.bench.stats;

import java.util.Arrays;

/** The middle of some values. */
public final class Median {

  private Median() {}

  /** The median; the mean of the middle two of an even number; NaN of none, or if one is NaN. */
  public static double of(double... values) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted); // NaN last
    if (Double.isNaN(sorted[sorted.length - 1])) {
      return Double.NaN;
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
