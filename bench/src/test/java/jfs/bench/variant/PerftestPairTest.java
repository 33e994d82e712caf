package jfs.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import jfs.bench.host.BenchException;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;
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
    assertEquals(Double.NaN, slice.cpuNanos());
  }

  /** Perftest 4.4's. */
  @Test
  void rowOfFiguresIsFoundAmongItsLines() {
    String row =
        " 1       10          73.48          123.60       75.20    \t       76.34       \t2.14   "
            + "\t\t123.60  \t\t123.60 ";
    assertTrue(PerftestPair.hasFigures(row));
    assertEquals(150_400, PerftestPair.slice(workload(1, 2), row).p50(), 0.1);
    for (String other :
        new String[] {
          " #bytes #iterations    t_min[usec]    t_max[usec]",
          " Mtu             : 4096[B]",
          " GID: 00:00:00:00:00:00:00:00:00:00:255:255:10:09:00:01",
          "----------------",
          ""
        }) {
      assertFalse(PerftestPair.hasFigures(other), other);
    }
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

  @Test
  void programThatFailsIsTriedAgainButNotForEver() {
    AtomicInteger tried = new AtomicInteger();
    assertEquals(
        3,
        PerftestPair.<Integer>firstOf(
            5,
            () -> {
              if (tried.incrementAndGet() < 3) {
                throw new BenchException("rejected");
              }
              return tried.get();
            }));
    assertThrows(
        BenchException.class,
        () ->
            PerftestPair.firstOf(
                5,
                () -> {
                  tried.incrementAndGet();
                  throw new BenchException("hangs");
                }));
    assertEquals(8, tried.get());
  }
}
