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
  void nothingHidesOrReordersText() {
    TextTable table = new TextTable("A", "B");
    table.add("csi\u009b2J nel\u0085", "\u202egnp.\u2066 zero\u200bwidth soft\u00ad");
    table.add("line\u2028 tag\udb40\udc41 half\ud800", "\u00fc\u4e2d\ud83d\ude00");
    assertEquals(
        List.of(
            "csi?2J nel?       ?gnp.? zero?width soft?",
            "line? tag? half?  \u00fc\u4e2d\ud83d\ude00"),
        table.lines().subList(1, 3));
  }

  @Test
  void emptyTableIsItsHeader() {
    assertEquals(List.of("A  B"), new TextTable("A", "B").lines());
  }
}
