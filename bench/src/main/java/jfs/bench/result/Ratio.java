package jfs.bench.result;

/**
 * How many times better than the JDK: above 1 is faster, whatever was measured.
 *
 * @param median of all rounds
 * @param low the lower end of the median's 95 % interval; null if there were too few rounds for one
 * @param high its upper end, or null
 * @param min the least of any round
 * @param max the greatest
 */
public record Ratio(double median, Double low, Double high, double min, double max) {

  public boolean hasInterval() {
    return low != null && high != null;
  }

  /** Whether the whole interval says faster. */
  public boolean isGain() {
    return hasInterval() && low > 1;
  }

  /** Whether the whole interval says slower. */
  public boolean isLoss() {
    return hasInterval() && high < 1;
  }

  @Override
  public String toString() {
    String interval = hasInterval() ? " (" + Numbers.range(low, high) + ")" : "";
    return Numbers.ratio(median) + "×" + interval;
  }
}
