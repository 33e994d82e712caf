package jfs.bench.plan;

/**
 * One thing that a client can be told to time: a row of the result.
 *
 * @param label what the user reads
 * @param command what the client is told, less the count
 * @param bytes payload that one operation moves in one direction; 0 where a rate says nothing
 * @param messages messages of that payload in one operation: 2 for an echo
 * @param leastOperations a slice has at least so many
 * @param mostOperations one pair of JVMs does no more than so many
 */
public record Workload(
    String label,
    String command,
    long bytes,
    int messages,
    int leastOperations,
    long mostOperations) {

  /** As many samples as a client is asked to keep. */
  public static final int MOST_IN_SLICE = 1_000_000;

  private static final String IDLE = "idle ";

  /** Doing nothing for so many milliseconds with so many connections open. */
  public static Workload idle(String label, int connections, int millis) {
    return new Workload(label, IDLE + connections, 0, 1, millis, Long.MAX_VALUE);
  }

  /** Whether a pair may do as many operations as there is time for. */
  public boolean isUnlimited() {
    return mostOperations == Long.MAX_VALUE;
  }

  /** Whether nothing is done in it, so that the ends have the time to count their memory. */
  public boolean isIdle() {
    return command.startsWith(IDLE);
  }
}
