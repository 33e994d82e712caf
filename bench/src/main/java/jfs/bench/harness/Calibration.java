package jfs.bench.harness;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;

/**
 * Warms a pair up, and finds how many operations make a slice of the planned length.
 *
 * @param count of operations that a slice takes
 * @param isSteady whether the pace was steady in the end; if not, some of the warm-up may be in the
 *     figures
 */
public record Calibration(long count, boolean isSteady) {

  /** A slice may be so many times its predecessor: estimates from few operations are rough. */
  private static final double MOST_GROWTH = 8;

  /** So many slices in a row are a steady pace if they differ by little. */
  public static final int STEADY_SLICES = 4;

  /** The slowest of them may take so many times what the fastest takes. */
  public static final double STEADY = 1.05;

  /** A compiler may take a while to begin: no pace counts before this part of the warm-up. */
  private static final double LEAST_WARMUP = 0.2;

  static Calibration warmUp(Pair pair, Workload workload, Plan plan) {
    // A third of what the pair may do is for the warm-up, the rest for the rounds.
    long mayWarmUp = workload.mostOperations() / 3;
    long inRounds = (workload.mostOperations() - mayWarmUp) / plan.rounds();
    long most = Math.min(Workload.MOST_IN_SLICE, inRounds);
    long count = Math.min(workload.leastOperations(), most);
    long left = plan.warmup().toNanos();
    long done = 0;
    double fastest = Double.MAX_VALUE;
    Deque<Double> paces = new ArrayDeque<>();
    while (left > 0 && done + count <= Math.max(count, mayWarmUp)) {
      Slice slice = pair.run(workload, count);
      left -= slice.elapsedNanos();
      done += count;
      // The fastest so far: compilation or other programs may have slowed the others.
      fastest = Math.min(fastest, (double) Math.max(1, slice.elapsedNanos()) / count);
      double wanted = plan.slice().toNanos() / fastest;
      if (paces.size() == STEADY_SLICES) {
        paces.removeFirst();
      }
      paces.addLast(slice.typical());
      if (plan.precision() > 0
          && left < plan.warmup().toNanos() * (1 - LEAST_WARMUP)
          && isSteady(paces)) {
        left = 0;
      }
      count = clamp(Math.min(wanted, MOST_GROWTH * count), workload.leastOperations(), most);
    }
    return new Calibration(count, isSteady(paces));
  }

  private static boolean isSteady(Deque<Double> paces) {
    return paces.size() == STEADY_SLICES
        && Collections.max(paces) <= STEADY * Collections.min(paces);
  }

  private static long clamp(double count, long least, long most) {
    return Math.min(most, Math.max(least, Math.round(count)));
  }
}
