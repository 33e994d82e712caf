package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PerftestPairTest {

  private static Workload workload(long bytes, int messages) {
    return new Workload("any", "any", bytes, messages, 10, Long.MAX_VALUE);
  }

  @Test
  void latenciesAreHalfRoundTrips() {
    String row =
        " 64      1000          2.10           19.98        2.25     2.50    0.20    4.00    9.00   ";
    Slice slice = PerftestPair.slice(workload(64, 2), row);
    assertEquals(1000, slice.count());
    assertEquals(5_000_000, slice.elapsedNanos());
    assertEquals(4500, slice.p50());
    assertEquals(8000, slice.p99());
    assertEquals(18_000, slice.p999());
  }

  @Test
  void bandwidthIsInMebibytes() {
    Slice slice =
        PerftestPair.slice(workload(64 << 10, 1), " 65536      500     0.00   64.00   0.001024");
    assertEquals(500, slice.count());
    assertEquals(488_281_250, slice.elapsedNanos());
  }

  @Test
  void whatIsNoRowIsRefused() {
    assertThrows(BenchException.class, () -> PerftestPair.slice(workload(64, 2), " 64 1000 2.10"));
  }
}
