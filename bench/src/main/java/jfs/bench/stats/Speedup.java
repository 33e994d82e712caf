package jfs.bench.stats;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * How many times faster than the baseline: above 1 is faster, whatever was measured.
 *
 * @param median of the speed-ups of all rounds
 * @param low the lower end of the median's 95 % confidence interval; NaN if there are too few
 *     rounds for one
 * @param high its upper end
 * @param least the least speed-up of any round
 * @param most the greatest
 */
public record Speedup(double median, double low, double high, double least, double most) {

  private static final int RESAMPLES = 4000;
  private static final double TAIL = 0.025;

  /**
   * The speed-up from those of single rounds. The interval is a percentile bootstrap in two stages:
   * forks are drawn first, then rounds within each, because rounds in the same JVMs resemble each
   * other more than they do rounds in others. The draw is the same every time.
   *
   * @param forks the rounds' speed-ups, for each fork; if one is no number, or infinite because a
   *     coarse clock has not moved, it is not known
   */
  public static Speedup of(List<double[]> forks) {
    double[] all = forks.stream().flatMapToDouble(Arrays::stream).toArray();
    if (all.length == 0 || !Arrays.stream(all).allMatch(Double::isFinite)) {
      return new Speedup(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    double least = Arrays.stream(all).min().getAsDouble();
    double most = Arrays.stream(all).max().getAsDouble();
    if (!MedianInterval.isEnough(all.length)) {
      return new Speedup(Median.of(all), Double.NaN, Double.NaN, least, most);
    }
    SplittableRandom random = new SplittableRandom(20081105);
    double[] medians = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      medians[i] = Median.of(draw(forks, random));
    }
    Arrays.sort(medians);
    return new Speedup(
        Median.of(all),
        medians[(int) (RESAMPLES * TAIL)],
        medians[(int) (RESAMPLES * (1 - TAIL)) - 1],
        least,
        most);
  }

  private static double[] draw(List<double[]> forks, SplittableRandom random) {
    DoubleStream.Builder drawn = DoubleStream.builder();
    for (int i = 0; i < forks.size(); i++) {
      double[] rounds = forks.get(random.nextInt(forks.size()));
      for (int j = 0; j < rounds.length; j++) {
        drawn.add(rounds[random.nextInt(rounds.length)]);
      }
    }
    return drawn.build().toArray();
  }

  public boolean isKnown() {
    return !Double.isNaN(median);
  }
}
