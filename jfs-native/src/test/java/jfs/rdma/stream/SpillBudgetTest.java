package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpillBudgetTest {

  private static final long GIB = 1L << 30;
  private static final long MIB = 1L << 20;

  /** Two ends that write before they read rely on it, since TCP would take their writes. */
  @Test
  void manyConnectionsOfAProgramWithASmallHeapMayBeLeftUnread() {
    SpillBudget budget = new SpillBudget(SpillBudget.of(3 * GIB, 256 * MIB));
    for (int i = 0; i < 30; i++) {
      for (long own = 0; own < 2 * MIB; own += SpillMemory.CHUNK) {
        assertTrue(budget.take(own, SpillMemory.CHUNK), i + " connections");
      }
    }
  }

  @Test
  void isNoMoreThanTheProcessWasGiven() {
    assertEquals(64 * MIB, SpillBudget.of(64 * GIB, 64 * MIB));
    assertEquals(64 * MIB, SpillBudget.of(GIB, 64 * GIB));
    assertEquals(64 * MIB, SpillBudget.of(Long.MAX_VALUE, 64 * MIB));
  }

  @Test
  void memoryOfTheHostIsRead() {
    assertEquals(
        8 * GIB, SpillBudget.memory(List.of("MemTotal:        8388608 kB", "MemFree: 1 kB")));
    assertEquals(Long.MAX_VALUE, SpillBudget.memory(List.of()));
  }

  @Test
  void limitOfAContainerIsRead() {
    assertEquals(512 * MIB, SpillBudget.limit(List.of("536870912")));
    assertEquals(Long.MAX_VALUE, SpillBudget.limit(List.of("max")));
    assertEquals(Long.MAX_VALUE, SpillBudget.limit(List.of()));
  }

  @Test
  void oneConnectionLeavesSomethingForOthers() {
    SpillBudget budget = new SpillBudget(1000);
    assertTrue(budget.take(0, 500));
    assertFalse(budget.take(500, 1));
    assertTrue(budget.take(0, 250));
    budget.giveBack(750);
    assertEquals(0, budget.used());
  }
}
