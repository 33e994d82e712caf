package jfs.core.switchover;

/**
 * How long the connections of one listener lived: those that this JVM accepted at a port, or those
 * that it made to an address. A life is measured by what a transport would have saved, in
 * microseconds ({@link UpgradePolicy} estimates that), and is divided into stages that double: a
 * connection in stage {@code i} has passed {@link #start start(i)}.
 *
 * <p>The history counts, for each stage, how many connections went on to the next one and how many
 * ended in it. A connection that is still in a stage does not count there yet (the Kaplan-Meier
 * estimator does the same). So connections that never end, as in a pool, teach as much as
 * connections that do. Older lives lose weight, so that the history adapts when the use of a
 * listener changes.
 *
 * <p>Any thread may call. The monitor is held for some ten instructions, some ten times in a
 * connection's life.
 */
final class ListenerHistory {

  /**
   * The last stage begins at 16 ms saved: a connection that comes so far has paid many times over.
   */
  static final int LAST_STAGE = 10;

  static final int FIRST_MARK_MICROS = 32;

  /** At this sum the counts are halved. It takes some ten lives to unlearn the earlier ones. */
  private static final int MOST = 32;

  private final int[] passed = new int[LAST_STAGE];
  private final int[] ended = new int[LAST_STAGE];

  /** What a connection must have saved to be in this stage, in microseconds. */
  static long start(int stage) {
    return stage == 0 ? 0 : (long) FIRST_MARK_MICROS << (stage - 1);
  }

  /** A connection goes on from this stage to the next one. */
  synchronized void pass(int stage) {
    if (stage < LAST_STAGE) {
      passed[stage]++;
      age(stage);
    }
  }

  /** A connection ends in this stage. */
  synchronized void end(int stage) {
    if (stage < LAST_STAGE) {
      ended[stage]++;
      age(stage);
    }
  }

  private void age(int stage) {
    if (passed[stage] + ended[stage] >= MOST) {
      passed[stage] /= 2;
      ended[stage] /= 2;
    }
  }

  /**
   * What a transport is expected to save, in microseconds, over the rest of a connection that has
   * just entered this stage. Without any data, one connection in two goes on to the next stage:
   * lives of connections have long tails, and what has lived long lives on for as long.
   */
  synchronized long expectedMicros(int stage) {
    double expected = 0;
    double surviving = 1;
    for (int i = stage; i < LAST_STAGE; i++) {
      surviving *= (passed[i] + 1.0) / (passed[i] + ended[i] + 2.0);
      expected += surviving * (start(i + 1) - start(i));
    }
    return (long) expected;
  }
}
