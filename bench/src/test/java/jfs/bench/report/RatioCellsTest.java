package jfs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import jfs.bench.result.Ratio;
import org.junit.jupiter.api.Test;

class RatioCellsTest {

  @Test
  void showASpeedupWithItsSpread() {
    assertEquals(
        List.of("1.000", "0.988–12.3", "0.500–25.0"),
        RatioCells.of(Optional.of(new Ratio(1.0004, 0.9876, 12.34, 0.5, 25))));
  }

  @Test
  void areDashesWhereNothingIsKnown() {
    assertEquals(List.of("-", "-", "-"), RatioCells.of(Optional.empty()));
    assertEquals(
        List.of("1.500", "-", "1.000–2.000"),
        RatioCells.of(Optional.of(new Ratio(1.5, null, null, 1, 2))));
  }
}
