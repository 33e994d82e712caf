package jfs.bench.harness;

/** Warms a pair up, and finds how many operations make a slice of the planned length. */
final class Calibration {

  /** A slice may be so many times its predecessor: estimates from few operations are rough. */
  private static final double MOST_GROWTH = 8;

  private Calibration() {}

  static long warmUp(Pair pair, Workload workload, Plan plan) {
    // A third of what the pair may do is for the warm-up, the rest for the rounds.
    long mayWarmUp = workload.mostOperations() / 3;
    long inRounds = (workload.mostOperations() - mayWarmUp) / plan.rounds();
    long most = Math.min(Workload.MOST_IN_SLICE, inRounds);
    long count = Math.min(workload.leastOperations(), most);
    long left = plan.warmup().toNanos();
    long done = 0;
    double fastest = Double.MAX_VALUE;
    while (left > 0 && done + count <= Math.max(count, mayWarmUp)) {
      Slice slice = pair.run(workload, count);
      left -= slice.elapsedNanos();
      done += count;
      // The fastest so far: others may have been slowed down by compilation, or by strangers.
      fastest = Math.min(fastest, (double) Math.max(1, slice.elapsedNanos()) / count);
      double wanted = plan.slice().toNanos() / fastest;
      count = clamp(Math.min(wanted, MOST_GROWTH * count), workload.leastOperations(), most);
    }
    return count;
  }

  private static long clamp(double count, long least, long most) {
    return Math.min(most, Math.max(least, Math.round(count)));
  }
}
