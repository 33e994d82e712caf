package jfs.bench.harness;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Schedule;
import jfs.bench.plan.Workload;
import jfs.bench.result.Row;
import jfs.bench.result.Slice;

/**
 * Warms a pair up, and finds how many operations make a slice of the planned length.
 *
 * @param count of operations that a slice takes
 * @param spread how many times as long the slowest of the last slices took as the fastest; 0 if
 *     there were too few of them. If the pace was not steady, some of the warm-up may be in the
 *     figures
 */
record Calibration(long count, double spread) {

  /** A slice may be so many times its predecessor: estimates from few operations are rough. */
  private static final double MOST_GROWTH = 8;

  /** A compiler may take a while to begin: no pace counts before this part of the warm-up. */
  private static final double LEAST_WARMUP = 0.2;

  static Calibration warmUp(Pair pair, Workload workload, Schedule schedule) {
    // A third of what the pair may do is for the warm-up, the rest for the rounds.
    long mayWarmUp = workload.mostOperations() / 3;
    long inRounds = (workload.mostOperations() - mayWarmUp) / schedule.rounds();
    long most = Math.min(Workload.MOST_IN_SLICE, inRounds);
    long count = Math.min(workload.leastOperations(), most);
    long left = schedule.warmup().toNanos();
    long done = 0;
    double fastest = Double.MAX_VALUE;
    Deque<Double> paces = new ArrayDeque<>();
    while (left > 0 && done + count <= Math.max(count, mayWarmUp)) {
      Slice slice = pair.run(workload, count);
      left -= slice.elapsedNanos();
      done += count;
      // The fastest so far: compilation or other programs may have slowed the others.
      fastest = Math.min(fastest, (double) Math.max(1, slice.elapsedNanos()) / count);
      double wanted = schedule.slice().toNanos() / fastest;
      if (paces.size() == Row.STEADY_SLICES) {
        paces.removeFirst();
      }
      paces.addLast(slice.typical());
      if (schedule.precision() > 0
          && left < schedule.warmup().toNanos() * (1 - LEAST_WARMUP)
          && isSteady(paces)) {
        left = 0;
      }
      count = clamp(Math.min(wanted, MOST_GROWTH * count), workload.leastOperations(), most);
    }
    return new Calibration(count, spread(paces));
  }

  private static boolean isSteady(Deque<Double> paces) {
    return paces.size() == Row.STEADY_SLICES && spread(paces) <= Row.STEADY;
  }

  private static double spread(Deque<Double> paces) {
    return paces.size() < Row.STEADY_SLICES ? 0 : Collections.max(paces) / Collections.min(paces);
  }

  private static long clamp(double count, long least, long most) {
    return Math.min(most, Math.max(least, Math.round(count)));
  }
}
