package jfs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jfs.bench.harness.Slice;
import jfs.bench.harness.Workload;
import org.junit.jupiter.api.Test;

class MetricTest {

  private static final Workload ECHO = new Workload("1K", "echo 1024", 1024, 2, 20, Long.MAX_VALUE);
  private static final Workload CALL = new Workload("null", "null 0", 0, 1, 20, Long.MAX_VALUE);

  /** 1000 operations in 10 ms. */
  private static final Slice SLICE = new Slice(1000, 10_000_000, 9000, 9500, 20_000, 50_000, 0, 0);

  private static final Slice SHORT = new Slice(99, 1_000_000, 9000, 9500, 20_000, 50_000, 0, 0);

  @Test
  void timeOfAnEchoIsHalfTheRoundTrip() {
    assertEquals(4.5, Metric.P50.of(ECHO, SLICE));
    assertEquals(10, Metric.P99.of(ECHO, SLICE));
    assertEquals(25, Metric.P999.of(ECHO, SLICE));
    assertEquals(9, Metric.P50.of(CALL, SLICE));
  }

  @Test
  void throughputOfAnEchoIsOneMessageInHalfTheRoundTrip() {
    assertEquals(1024 / 5.0, Metric.MEGABYTES.of(ECHO, SLICE), 1e-9);
  }

  @Test
  void operationsCountWhole() {
    assertEquals(100_000, Metric.OPERATIONS.of(ECHO, SLICE), 1e-6);
  }

  @Test
  void percentilesNeedSamples() {
    assertEquals(4.5, Metric.P50.of(ECHO, SHORT));
    assertEquals(Double.NaN, Metric.P99.of(ECHO, SHORT));
    assertEquals(Double.NaN, Metric.P999.of(ECHO, SHORT));
  }

  @Test
  void withoutPayloadThereIsNoThroughput() {
    assertEquals(Double.NaN, Metric.MEGABYTES.of(CALL, SLICE));
  }

  @Test
  void speedupAboveOneIsFaster() {
    assertEquals(2, Metric.P50.speedup(10, 5));
    assertEquals(2, Metric.MEGABYTES.speedup(5, 10));
    assertEquals(2, Metric.OPERATIONS.speedup(5, 10));
  }
}
