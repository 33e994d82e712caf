package jfs.bench.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one variant did with one workload.
 *
 * @param bytes of one message; 0 where that says nothing
 * @param messages in one operation: 2 for an echo
 * @param figures medians over all rounds; those that are not known are missing
 * @param speedups to the JDK, of the figures where they are known; none of the JDK itself
 * @param compared the figures that the variant is judged by
 * @param halfWidth of the 95 % interval of its median, or the time a message takes, within a fork,
 *     as a share of that; null if not known
 * @param warmups for each fork, how many times as long the slowest of the last slices of the
 *     warm-up took as the fastest; 0 if there were too few to tell; empty if not known
 * @param forks every slice, by fork and round; empty in a compact file
 */
public record Row(
    String workload,
    long bytes,
    int messages,
    String variant,
    Map<Figure, Double> figures,
    Map<Figure, Ratio> speedups,
    List<Figure> compared,
    Double halfWidth,
    List<Double> warmups,
    List<List<Slice>> forks) {

  /** So many slices in a row are at a steady pace if they differ by little. */
  public static final int STEADY_SLICES = 4;

  /** The slowest of them may take so many times what the fastest takes. */
  public static final double STEADY = 1.05;

  /** The figure; NaN if it is not known. */
  public double figure(Figure figure) {
    return figures.getOrDefault(figure, Double.NaN);
  }

  public Optional<Ratio> speedup(Figure figure) {
    return Optional.ofNullable(speedups.get(figure));
  }

  /** In how many forks the warm-up did not end at a steady pace. */
  public int unsteadyWarmups() {
    return (int) warmups.stream().filter(spread -> spread == 0 || spread > STEADY).count();
  }

  public boolean isJdk() {
    return variant.equals(Report.JDK);
  }
}
