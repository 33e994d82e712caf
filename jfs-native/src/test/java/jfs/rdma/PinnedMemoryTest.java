package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PinnedMemoryTest {

  private static final long MIB = 1 << 20;

  private static int ring(PinnedMemory.Share share) {
    return share.receiving().capacity();
  }

  @Test
  void firstConnectionsGetLongRingsAndLaterOnesShortRings() {
    PinnedMemory memory = new PinnedMemory(4 * MIB);
    int longOnes = 0;
    int shortOnes = 0;
    for (PinnedMemory.Share share = memory.take(); share != null; share = memory.take()) {
      assertEquals(ring(share), share.sending().capacity());
      if (ring(share) == PinnedMemory.LONG_RING) {
        longOnes++;
        assertEquals(0, shortOnes, "a long ring after a short one");
      } else {
        shortOnes++;
      }
    }
    assertEquals(2 * MIB / PinnedMemory.pinnedWith(PinnedMemory.LONG_RING), longOnes);
    long left = 4 * MIB - longOnes * (long) PinnedMemory.pinnedWith(PinnedMemory.LONG_RING);
    assertEquals(left / PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING), shortOnes);
  }

  @Test
  void thousandConnectionsFitByDefault() {
    long longOnes = 128 * MIB / PinnedMemory.pinnedWith(PinnedMemory.LONG_RING);
    long others = 128 * MIB / PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING);
    assertEquals(256 * MIB, PinnedBudget.of(Long.MAX_VALUE, Long.MAX_VALUE));
    assertTrue(longOnes + others >= 1000, longOnes + " and " + others);
  }

  @Test
  void whatIsGivenBackIsUsedAgain() {
    PinnedMemory memory = new PinnedMemory(2L * PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING));
    PinnedMemory.Share first = memory.take();
    PinnedMemory.Share second = memory.take();
    assertNotNull(second);
    assertNull(memory.take());
    memory.giveBack(first);
    assertSame(first, memory.take());
  }

  @Test
  void budgetLeavesTheProgramItsMemory() {
    assertEquals(16 * MIB, PinnedBudget.of(64 * MIB, Long.MAX_VALUE));
    assertEquals(64 * 1024, PinnedBudget.of(Long.MAX_VALUE, 64 * 1024));
  }

  @Test
  void whoMayLockAllHasTheCapability() {
    assertTrue(PinnedBudget.mayLockAll(List.of("Name:\tjava", "CapEff:\t000001ffffffffff")));
    assertTrue(PinnedBudget.mayLockAll(List.of("CapEff:\tffffffffffffffff")));
    assertFalse(PinnedBudget.mayLockAll(List.of("CapInh:\t0000000000004000", "CapEff:\t0")));
    assertFalse(PinnedBudget.mayLockAll(List.of()));
  }
}
