package jfs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void alignsItsColumns() {
    Table table = new Table(1, List.of("bytes", "p50 µs", "ratio"));
    table.add(List.of("1", "3.55", ""));
    table.add(List.of("stream 64K", "1234567", "1.02"));
    assertEquals(
        """
        bytes        p50 µs  ratio
        --------------------------
        1              3.55
        stream 64K  1234567   1.02
        """,
        table.toString());
  }

  @Test
  void refusesARowThatDoesNotFit() {
    Table table = new Table(1, List.of("a", "b"));
    assertThrows(IllegalArgumentException.class, () -> table.add(List.of("1")));
  }
}
