package jfs.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MeasureTest {

  private static final Measure ECHO = new Measure(1024, 2);
  private static final Measure CALL = new Measure(0, 1);

  /** 1000 operations in 10 ms. */
  private static final Slice SLICE = new Slice(1000, 10_000_000, 9000, 9500, 20_000, 50_000, 0, 0);

  private static final Slice SHORT = new Slice(99, 1_000_000, 9000, 9500, 20_000, 50_000, 0, 0);

  @Test
  void timeOfAnEchoIsHalfTheRoundTrip() {
    assertEquals(4.5, ECHO.of(Figure.P50, SLICE));
    assertEquals(10, ECHO.of(Figure.P99, SLICE));
    assertEquals(25, ECHO.of(Figure.P999, SLICE));
    assertEquals(9, CALL.of(Figure.P50, SLICE));
  }

  @Test
  void throughputOfAnEchoIsOneMessageInHalfTheRoundTrip() {
    assertEquals(1024 / 5.0, ECHO.of(Figure.MEGABYTES, SLICE), 1e-9);
  }

  @Test
  void operationsCountWhole() {
    assertEquals(100_000, ECHO.of(Figure.OPERATIONS, SLICE), 1e-6);
  }

  @Test
  void percentilesNeedSamples() {
    assertEquals(4.5, ECHO.of(Figure.P50, SHORT));
    assertEquals(Double.NaN, ECHO.of(Figure.P99, SHORT));
    assertEquals(Double.NaN, ECHO.of(Figure.P999, SHORT));
  }

  @Test
  void withoutPayloadThereIsNoThroughput() {
    assertEquals(Double.NaN, CALL.of(Figure.MEGABYTES, SLICE));
  }

  @Test
  void speedupAboveOneIsFaster() {
    assertEquals(2, Figure.P50.speedup(10, 5));
    assertEquals(2, Figure.MEGABYTES.speedup(5, 10));
    assertEquals(2, Figure.OPERATIONS.speedup(5, 10));
  }
}
