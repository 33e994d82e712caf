package jfs.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumbersTest {

  @Test
  void haveAboutThreeDigits() {
    assertEquals("0.123", Numbers.of(0.1234));
    assertEquals("3.55", Numbers.of(3.551));
    assertEquals("12.1", Numbers.of(12.11));
    assertEquals("5453", Numbers.of(5453.4));
  }

  @Test
  void areADashWhereThereIsNone() {
    assertEquals("-", Numbers.of(Double.NaN));
  }
}
