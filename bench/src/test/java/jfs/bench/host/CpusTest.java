package jfs.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class CpusTest {

  @Test
  void areReadFromTheKernelsLists() {
    assertEquals(List.of(0), Cpus.parse("0"));
    assertEquals(List.of(0, 1, 2, 3, 8, 10, 11), Cpus.parse("0-3,8,10-11"));
  }

  @Test
  void areAsManyAsTheJvmMayUse() {
    assertEquals(Runtime.getRuntime().availableProcessors(), Cpus.ofProcess().size());
  }

  @Test
  void placementTwoNeedsTwo() {
    assertThrows(BenchException.class, () -> Placement.TWO.check(List.of(0)));
    Placement.FREE.check(List.of(0));
  }
}
