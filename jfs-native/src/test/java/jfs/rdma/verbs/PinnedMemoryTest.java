package jfs.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PinnedMemoryTest {

  private static final long MIB = 1 << 20;

  private final MemoryPages pages = new MemoryPages();
  private int room;

  private PinnedMemory memory(long budget) {
    return new PinnedMemory(
        bytes -> {
          room = bytes;
          return pages;
        },
        budget);
  }

  private static int ring(PinnedMemory.Share share) {
    return share.receiving().capacity();
  }

  @Test
  void firstConnectionsGetLongRingsAndLaterOnesShortRings() {
    PinnedMemory memory = memory(4 * MIB);
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
    long longOnes = 192 * MIB / PinnedMemory.pinnedWith(PinnedMemory.LONG_RING);
    long others = 192 * MIB / PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING);
    assertEquals(384 * MIB, PinnedBudget.of(Long.MAX_VALUE, Long.MAX_VALUE));
    assertTrue(longOnes + others >= 1000, longOnes + " and " + others);
  }

  @Test
  void whatIsGivenBackIsUsedAgain() {
    PinnedMemory memory = memory(2L * PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING));
    PinnedMemory.Share first = memory.take();
    PinnedMemory.Share second = memory.take();
    assertNotNull(second);
    assertNull(memory.take());
    memory.giveBack(first);
    assertSame(first, memory.take());
  }

  /** Else a peer that lies about how much it has written would make the program read them. */
  @Test
  void whatAnEarlierConnectionReceivedIsCleared() {
    PinnedMemory memory = memory(PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING));
    PinnedMemory.Share first = memory.take();
    int last = ring(first) - 1;
    first.receiving().put(0, (byte) 1).put(last, (byte) 2);
    memory.giveBack(first);
    PinnedMemory.Share again = memory.take();
    assertSame(first, again);
    assertEquals(0, again.receiving().get(0));
    assertEquals(0, again.receiving().get(last));
  }

  @Test
  void whereThereAreNoPagesNothingIsReserved() {
    PinnedMemory memory = memory(PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING));
    pages.setFull(true);
    assertNull(memory.take());
    pages.setFull(false);
    assertNotNull(memory.take());
  }

  @Test
  void whereThereIsNoRoomTheNextAsksAgain() {
    int[] asked = {0};
    PinnedMemory memory =
        new PinnedMemory(
            bytes -> {
              if (asked[0]++ == 0) {
                throw new IOException("no descriptor");
              }
              return pages;
            },
            MIB);
    assertNull(memory.take());
    assertNotNull(memory.take());
  }

  @Test
  void memoryOfManyConnectionsIsGivenBackAndTheirRoomUsedAgain() {
    PinnedMemory memory = memory(64 * MIB);
    for (int time = 0; time < 3; time++) {
      List<PinnedMemory.Share> shares = new ArrayList<>();
      for (PinnedMemory.Share share = memory.take(); share != null; share = memory.take()) {
        assertTrue(share.offset() + 2 * ring(share) <= room, share + " of " + room);
        shares.add(share);
      }
      assertTrue(pages.filled() > 32 * MIB, "filled " + pages.filled());
      // In a random order, since any order is possible.
      Collections.shuffle(shares, new Random(time));
      shares.forEach(memory::giveBack);
      assertTrue(pages.filled() <= 16 * MIB, "filled " + pages.filled());
    }
  }

  @Test
  void budgetLeavesTheProgramItsMemory() {
    assertEquals(16 * MIB, PinnedBudget.of(64 * MIB, Long.MAX_VALUE));
    assertEquals(64 * 1024, PinnedBudget.of(Long.MAX_VALUE, 64 * 1024));
  }

  /**
   * Root in a user's own container has all capabilities there, and may lock no more memory than
   * that user.
   */
  @Test
  void capabilityCountsInTheHostsUserNamespaceAlone() {
    assertTrue(PinnedBudget.isOfHost(List.of("         0          0 4294967295")));
    assertFalse(PinnedBudget.isOfHost(List.of("         0       1000          1")));
    assertFalse(PinnedBudget.isOfHost(List.of("0 0 1000", "1000 1000 4294966295")));
    assertFalse(PinnedBudget.isOfHost(List.of()));
  }

  @Test
  void whoMayLockAllHasTheCapability() {
    assertTrue(PinnedBudget.mayLockAll(List.of("Name:\tjava", "CapEff:\t000001ffffffffff")));
    assertTrue(PinnedBudget.mayLockAll(List.of("CapEff:\tffffffffffffffff")));
    assertFalse(PinnedBudget.mayLockAll(List.of("CapInh:\t0000000000004000", "CapEff:\t0")));
    assertFalse(PinnedBudget.mayLockAll(List.of()));
  }
}
