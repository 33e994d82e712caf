package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void columnsAreAligned() {
    TextTable table = new TextTable("NAME", "SIZE", "STATE");
    table.add("a", 5, "open");
    table.add("longer", 12345, "-");
    assertEquals(
        List.of(
            "NAME     SIZE  STATE", //
            "a           5  open",
            "longer  12345  -"),
        table.lines());
  }

  @Test
  void nothingMovesTheCursor() {
    TextTable table = new TextTable("A", "B");
    table.add("x\u001b[2J", "y\nz");
    assertEquals("x?[2J  y?z", table.lines().get(1));
  }

  @Test
  void emptyTableIsItsHeader() {
    assertEquals(List.of("A  B"), new TextTable("A", "B").lines());
  }
}
