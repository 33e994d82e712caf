package jfs.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {

  private static MedianInterval upTo(int count) {
    return MedianInterval.of(IntStream.rangeClosed(1, count).asDoubleStream().toArray());
  }

  /** The ranks in tables of the sign test: 1 and 6 of 6, 2 and 9 of 10, 6 and 15 of 20. */
  @Test
  void liesBetweenTheRanksOfTheSignTest() {
    assertEquals(new MedianInterval(3.5, 1, 6), upTo(6));
    assertEquals(new MedianInterval(5.5, 2, 9), upTo(10));
    assertEquals(new MedianInterval(10.5, 6, 15), upTo(20));
  }

  @Test
  void fiveSamplesAreTooFew() {
    assertFalse(MedianInterval.isEnough(5));
    assertTrue(MedianInterval.isEnough(6));
    assertEquals(new MedianInterval(3, 1, 5), upTo(5));
  }

  @Test
  void ofManyThousandsCanBeHad() {
    MedianInterval interval = upTo(10_000);
    assertEquals(5000.5, interval.median());
    assertEquals(98, (interval.high() - interval.low()) / 2, 1);
  }

  @Test
  void whatIsUnknownStaysSo() {
    assertTrue(Double.isNaN(MedianInterval.of(1, Double.NaN).low()));
    assertTrue(Double.isNaN(MedianInterval.of().median()));
  }

  @Test
  void widthIsAShareOfTheMedian() {
    assertEquals(0.1, new MedianInterval(10, 9, 11).relativeHalfWidth(), 1e-12);
  }
}
