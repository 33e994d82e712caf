package jfs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jfs.bench.stats.Speedup;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void haveAboutThreeDigits() {
    assertEquals("0.123", Figures.of(0.1234));
    assertEquals("3.55", Figures.of(3.551));
    assertEquals("12.1", Figures.of(12.11));
    assertEquals("5453", Figures.of(5453.4));
  }

  @Test
  void areADashWhereThereIsNone() {
    assertEquals("-", Figures.of(Double.NaN));
    Speedup unknown = new Speedup(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    assertEquals("-", Figures.median(unknown));
    assertEquals("-", Figures.interval(unknown));
  }

  @Test
  void showASpeedupWithItsSpread() {
    Speedup speedup = new Speedup(1.0004, 0.9876, 12.34, 0.5, 25);
    assertEquals("1.000", Figures.median(speedup));
    assertEquals("0.988–12.3", Figures.interval(speedup));
    assertEquals("0.500–25.0", Figures.extremes(speedup));
  }
}
