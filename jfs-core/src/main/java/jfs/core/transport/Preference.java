package jfs.core.transport;

/**
 * What a program wants most from a connection, as it says by {@code setPerformancePreferences}.
 * Each end acts on its own.
 */
public enum Preference {
  /** Nothing in particular. */
  NONE,
  /** A short time to connect: JFS does nothing beyond TCP. */
  CONNECTION_TIME,
  /** Answers soon, at the expense of processor time. */
  LATENCY,
  /** High throughput, at the expense of memory. */
  BANDWIDTH;

  /** The preference with the highest value; {@link #NONE} if two values are the highest. */
  public static Preference of(int connectionTime, int latency, int bandwidth) {
    if (connectionTime > latency && connectionTime > bandwidth) {
      return CONNECTION_TIME;
    }
    if (latency > connectionTime && latency > bandwidth) {
      return LATENCY;
    }
    return bandwidth > connectionTime && bandwidth > latency ? BANDWIDTH : NONE;
  }

  /** Whether the connection asks for a transport before it has shown that it is worth one. */
  public boolean pairsAtOnce() {
    return this == LATENCY || this == BANDWIDTH;
  }
}
