package jfs.bench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The rounds of one run, to be drawn from again and again. Rounds are kept by their rank: then a
 * draw is counted rather than sorted, and a comparison has a thousand times four thousand draws.
 */
final class Sample {

  private final double[] sorted;
  private final int[][] forks;

  /**
   * Takes the rounds of each fork.
   *
   * @throws IllegalArgumentException if a fork has no round, or there is no fork
   */
  Sample(List<double[]> rounds) {
    if (rounds.isEmpty() || rounds.stream().anyMatch(fork -> fork.length == 0)) {
      throw new IllegalArgumentException("no rounds");
    }
    sorted = rounds.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    forks = rounds.stream().map(this::ranks).toArray(int[][]::new);
  }

  private int[] ranks(double[] fork) {
    return Arrays.stream(fork).mapToInt(value -> Arrays.binarySearch(sorted, value)).toArray();
  }

  double median() {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** The median of a draw in two stages: forks first, then rounds within each. */
  double drawMedian(SplittableRandom random) {
    int[] times = new int[sorted.length];
    int drawn = 0;
    for (int i = 0; i < forks.length; i++) {
      int[] fork = forks[random.nextInt(forks.length)];
      for (int j = 0; j < fork.length; j++) {
        times[fork[random.nextInt(fork.length)]]++;
      }
      drawn += fork.length;
    }
    return (at(times, (drawn - 1) / 2) + at(times, drawn / 2)) / 2;
  }

  private double at(int[] times, int position) {
    int rank = 0;
    int passed = times[0];
    while (passed <= position) {
      rank++;
      passed += times[rank];
    }
    return sorted[rank];
  }
}
