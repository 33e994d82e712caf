package java.net;

/**
 * How long the connections of this JVM usually lived of late, by what a transport would have saved:
 * a moving average, in microseconds of processor time. So it says when a connection is to ask
 * whether it is worth a transport. JFS's part, which has to be made for that, is small change if a
 * pair comes some round trips sooner, but not if the connection ends before a pair pays.
 *
 * <p>Written with the monitor of {@link JfsPlainConnections}; read without it as an estimate.
 */
final class JfsUsualLife {

  /** No life counts for more, so that one among many short ones changes little. */
  private static final long MOST_MICROS = 2048;

  /** The newest life counts for one in 16: 2 to the power of this. */
  private static final int SHIFT = 4;

  private final int costMicros;
  private final long earlyMark;
  private final long lateMark;

  /** As long as nothing is known, connections ask early. */
  private long micros = MOST_MICROS;

  /**
   * Knows nothing yet.
   *
   * @param costMicros what a pair costs
   * @param earlyMark the savings with which connections first ask that usually pay for a pair
   * @param lateMark and those that do not
   */
  JfsUsualLife(int costMicros, long earlyMark, long lateMark) {
    this.costMicros = costMicros;
    this.earlyMark = earlyMark;
    this.lateMark = lateMark;
  }

  /** A connection has ended. One that never asks, wherever the mark is, does not count. */
  void lived(long forMicros) {
    if (forMicros >= earlyMark) {
      micros += (Math.min(forMicros, MOST_MICROS) - micros) >> SHIFT;
    }
  }

  /** The savings with which a new connection first asks. */
  long firstMark() {
    return micros >= costMicros ? earlyMark : lateMark;
  }
}
