package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpillMemoryTest {

  private static final int CHUNK = 1 << 20;

  private final List<MemoryPages> segments = new ArrayList<>();
  private final SpillBudget budget = new SpillBudget(64L * CHUNK);
  private final SpillMemory memory =
      new SpillMemory(
          unused -> {
            segments.add(new MemoryPages());
            return segments.get(segments.size() - 1);
          },
          budget,
          CHUNK,
          4 * CHUNK);

  private int filled() {
    return segments.stream().mapToInt(MemoryPages::filled).sum() / CHUNK;
  }

  @Test
  void memoryOfAllButAFewIsGivenBackAndUsedAgain() {
    for (int round = 0; round < 3; round++) {
      List<SpillMemory.Chunk> chunks = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        chunks.add(memory.take(i));
      }
      assertEquals(10, filled());
      assertEquals(10L * CHUNK, budget.used());
      chunks.forEach(memory::giveBack);
      assertEquals(0, budget.used());
      assertEquals(2, filled());
    }
    assertEquals(3, segments.size());
  }

  @Test
  void whereThereIsNoMemoryNothingIsCharged() {
    assertNotNull(memory.take(0));
    segments.get(0).setFull(true);
    assertNull(memory.take(1));
    assertEquals(CHUNK, budget.used());
    segments.get(0).setFull(false);
    assertNotNull(memory.take(1));
    assertEquals(2, filled());
  }

  @Test
  void whatIsAddedComesOutInOrder() {
    SpillMemory small = new SpillMemory(unused -> new MemoryPages(), budget, 16, 64);
    Spill spill = new Spill(small);
    Random random = new Random(7);
    byte[] stream = new byte[10_000];
    random.nextBytes(stream);
    ByteBuffer source = ByteBuffer.wrap(stream);
    byte[] received = new byte[stream.length];
    int added = 0;
    int taken = 0;
    while (taken < stream.length) {
      int n = Math.min(random.nextInt(50), stream.length - added);
      if (n == 1) {
        assertTrue(spill.add(stream[added]));
      } else {
        assertEquals(n, spill.add(source, added, n));
      }
      added += n;
      taken += spill.take(received, taken, Math.min(random.nextInt(50), stream.length - taken));
      assertEquals(added - taken, spill.size());
    }
    assertArrayEquals(stream, received);
    assertEquals(0, budget.used());
  }

  @Test
  void asMuchIsAddedAsThereIsRoomFor() {
    SpillBudget little = new SpillBudget(48);
    SpillMemory small = new SpillMemory(unused -> new MemoryPages(), little, 16, 64);
    Spill spill = new Spill(small);
    assertEquals(16, spill.add(ByteBuffer.allocate(100), 0, 100));
    assertFalse(spill.add((byte) 1));
    assertEquals(16, spill.take(new byte[100], 0, 100));
    assertTrue(spill.add((byte) 1));
    spill.discard();
    assertEquals(0, spill.size());
    assertEquals(0, little.used());
    assertEquals(0, spill.take(new byte[1], 0, 1));
  }
}
