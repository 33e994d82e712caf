package jfs.bench.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogAxisTest {

  @Test
  void equalRatiosHaveEqualLengths() {
    LogAxis axis = new LogAxis(1, 100, 0, 200);
    assertEquals(0, axis.at(1), 1e-9);
    assertEquals(100, axis.at(10), 1e-9);
    assertEquals(200, axis.at(100), 1e-9);
    assertEquals(150, new LogAxis(1, 100, 200, 0).at(Math.sqrt(10)), 1e-9);
  }

  @Test
  void ticksAreFineWhereThereIsRoom() {
    assertEquals(List.of(0.5, 1.0, 2.0, 5.0, 10.0), new LogAxis(0.3, 15, 0, 1).ticks());
    assertEquals(List.of(0.1, 1.0, 10.0, 100.0, 1000.0), new LogAxis(0.09, 1000, 0, 1).ticks());
  }
}
