package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryBudgetTest {

  private static final long LIMIT = 800;

  private final MemoryBudget budget = new MemoryBudget(LIMIT);

  @Test
  void pairsLeaveAQuarterToOthers() {
    assertTrue(budget.take(600, MemoryUse.PAIR));
    assertFalse(budget.take(1, MemoryUse.PAIR));
    budget.give(1);
    assertTrue(budget.take(1, MemoryUse.PAIR));
  }

  /** Clients that come and go, while no garbage is collected, take nothing from those to come. */
  @Test
  void whatEndedLinksLeaveBehindCountsBeyondAsMuchAgain() {
    for (int i = 0; i < 2; i++) {
      assertTrue(budget.take(LIMIT / 2, MemoryUse.PAIR));
      budget.leaveBehind(LIMIT / 2);
    }
    assertTrue(budget.take(LIMIT / 2, MemoryUse.PAIR));
    budget.leaveBehind(LIMIT / 2); // half of the limit is beyond
    assertTrue(budget.take(200, MemoryUse.PAIR));
    assertFalse(budget.take(1, MemoryUse.PAIR));
    budget.giveLeftBehind(LIMIT / 2);
    assertTrue(budget.take(400, MemoryUse.PAIR));
  }
}
