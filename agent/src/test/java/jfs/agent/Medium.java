package jfs.agent;

import java.util.List;

/**
 * What the connections of a test leave TCP for: shared memory; or RDMA, in a JVM of tests with
 * {@code -Djfs.test.address=A}, to that address, which a device has.
 */
final class Medium {

  private static final String ADDRESS = System.getProperty("jfs.test.address");

  private Medium() {}

  static boolean isRdma() {
    return ADDRESS != null;
  }

  /** The agent's options for a mode, such as {@code eager}, of this medium alone. */
  static String options(String mode) {
    return isRdma() ? "shm=off,rdma=" + mode : "shm=" + mode;
  }

  /** For the JVMs of the programs. (A property of {@code jfs.} would be an option of the agent.) */
  static List<String> flags() {
    return isRdma() ? List.of("-Dhosts.address=" + ADDRESS) : List.of();
  }

  /** How many connections of a JVM left TCP. */
  static long carried(SummaryLine summary) {
    return isRdma() ? summary.onRdma() : summary.onShm();
  }
}
