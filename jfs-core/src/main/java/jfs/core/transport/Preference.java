package jfs.core.transport;

/**
 * What a program cares about most in a connection, as it says by {@code setPerformancePreferences}.
 * Each end acts on its own.
 */
public enum Preference {
  /** Nothing before all else. */
  NONE,
  /** That it is there soon: nothing is done for it beyond TCP. */
  CONNECTION_TIME,
  /** That answers come soon, at the expense of processor time. */
  LATENCY,
  /** That much gets through, at the expense of memory. */
  BANDWIDTH;

  /** Which value is the highest; where two are, there is no preference. */
  public static Preference of(int connectionTime, int latency, int bandwidth) {
    if (connectionTime > latency && connectionTime > bandwidth) {
      return CONNECTION_TIME;
    }
    if (latency > connectionTime && latency > bandwidth) {
      return LATENCY;
    }
    return bandwidth > connectionTime && bandwidth > latency ? BANDWIDTH : NONE;
  }

  /** Whether the connection is worth a transport before it has shown that. */
  public boolean pairsAtOnce() {
    return this == LATENCY || this == BANDWIDTH;
  }
}
