package jfs.apps;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Merges the histograms of all processes: sums go up a binomial tree, in which the descendants of a
 * process have the ranks that follow its own, and what is before each comes down.
 *
 * @param before the sum of the histograms of all lower ranks
 * @param total the sum of all
 */
@SuppressWarnings("ArrayRecordComponent") // Two results; never compared, nor shared.
record CombiningTree(int[] before, int[] total) {

  /** Merges, together with all other processes. */
  static CombiningTree merge(World world, int[] mine) {
    int rank = world.rank();
    int processes = world.processes();
    Deque<int[]> beforeChildren = new ArrayDeque<>();
    int[] sum = mine;
    int step = 1;
    for (; step < processes && rank % (2 * step) == 0; step *= 2) {
      if (rank + step < processes) {
        beforeChildren.push(sum);
        sum = sum(sum, world.receive(rank + step, int[].class));
      }
    }
    CombiningTree merged = new CombiningTree(new int[mine.length], sum);
    if (rank > 0) {
      world.send(rank - step, sum);
      int[][] fromParent = world.receive(rank - step, int[][].class);
      merged = new CombiningTree(fromParent[0], fromParent[1]);
    }
    for (step /= 2; step > 0; step /= 2) {
      if (rank + step < processes) {
        int[] before = sum(merged.before, beforeChildren.pop());
        world.send(rank + step, new int[][] {before, merged.total});
      }
    }
    return merged;
  }

  private static int[] sum(int[] a, int[] b) {
    int[] sum = new int[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = a[i] + b[i];
    }
    return sum;
  }
}
