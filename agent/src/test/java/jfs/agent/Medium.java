package jfs.agent;

import java.util.List;

/**
 * What the connections of a test leave TCP for: shared memory; or RDMA, in a JVM of tests with
 * {@code -Djfs.test.address=A}, to that address, which a device has.
 */
final class Medium {

  private static final String ADDRESS = System.getProperty("jfs.test.address");
  private static final String COMPILE_ONCE = "-XX:TieredStopAtLevel=1";

  private Medium() {}

  static boolean isRdma() {
    return ADDRESS != null;
  }

  /** How connections that left TCP are reported. */
  static String via() {
    return isRdma() ? "rdma" : "shm";
  }

  /** The agent's options for a mode, such as {@code eager}, of this medium alone. */
  static String options(String mode) {
    return isRdma() ? "shm=off,rdma=" + mode : "shm=" + mode;
  }

  /**
   * Flags for the JVMs of the programs. (A property of {@code jfs.} would be an option of the
   * agent.)
   *
   * <p>The lab's processor is emulated, and QEMU (7.2) reads an instruction byte by byte. If
   * HotSpot replaces an instruction meanwhile, QEMU may run the first byte of the old one and the
   * rest of the new one, which no real processor does. HotSpot replaces the first instruction of
   * compiled code that it takes out of use, above all when it has compiled the same code again,
   * better: so it compiles once.
   */
  static List<String> flags() {
    return isRdma() ? List.of("-Dserver.address=" + ADDRESS, COMPILE_ONCE) : List.of();
  }

  /** How many connections of a JVM left TCP. */
  static long carried(ParsedSummary summary) {
    return isRdma() ? summary.onRdma() : summary.onShm();
  }
}
