package jfs.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LatencyLineTest {

  private static final double[] BYTES = {8, 1000, 100_000, 1_000_000};

  @Test
  void findsALine() {
    LatencyLine line =
        LatencyLine.through(BYTES, new double[] {5 + 0.008, 5 + 1, 5 + 100, 5 + 1000});
    assertEquals(5, line.latency(), 1e-9);
    assertEquals(0.001, line.perByte(), 1e-12);
  }

  @Test
  void theLongestMessageDoesNotDrownTheShortest() {
    LatencyLine line = LatencyLine.through(BYTES, new double[] {5 + 0.008, 6, 105, 1100});
    assertEquals(5, line.latency(), 0.3);
  }
}
