package jfs.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MedianTest {

  @Test
  void isTheMiddleOfAnOddNumber() {
    assertEquals(3, Median.of(5, 1, 3));
  }

  @Test
  void isTheMeanOfTheMiddleTwoOfAnEvenNumber() {
    assertEquals(2.5, Median.of(4, 1, 2, 3));
  }

  @Test
  void leavesItsArgumentAlone() {
    double[] values = {3, 1, 2};
    Median.of(values);
    assertEquals(3, values[0]);
  }

  @Test
  void ofNothingOrOfAnUnknownIsUnknown() {
    assertEquals(Double.NaN, Median.of());
    assertEquals(Double.NaN, Median.of(1, Double.NaN, 2));
  }
}
