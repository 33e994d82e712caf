package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.rdma.verbs.MemoryPages;
import org.junit.jupiter.api.Test;

class SpillMemoryTest {

  private static final int CHUNK = 1 << 20;

  private final List<MemoryPages> segments = new ArrayList<>();
  private final SpillBudget budget = new SpillBudget(64L * CHUNK);
  private final SpillMemory memory =
      new SpillMemory(unused -> addSegment(), budget, CHUNK, 4 * CHUNK);

  private MemoryPages addSegment() {
    segments.add(new MemoryPages());
    return segments.get(segments.size() - 1);
  }

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

  /** As when the heap is full at the native method's first call. */
  @Test
  void nothingIsLostWhereMemoryCannotBeGivenBack() {
    SpillMemory large = new SpillMemory(unused -> addSegment(), budget, CHUNK, 8 * CHUNK);
    Spill spill = new Spill(large);
    byte[] stream = new byte[5 * CHUNK];
    new Random(7).nextBytes(stream);
    assertEquals(stream.length, spill.add(ByteBuffer.wrap(stream), 0, stream.length));
    segments.get(0).failToDrain(new OutOfMemoryError("of this test's"));
    byte[] received = new byte[stream.length];
    assertEquals(stream.length, spill.take(received, 0, received.length));
    assertArrayEquals(stream, received);
    assertEquals(0, spill.size());
    assertEquals(0, budget.used());
    assertEquals(5, filled());
    segments.get(0).failToDrain(null);
    assertEquals(stream.length, spill.add(ByteBuffer.wrap(stream), 0, stream.length));
    assertEquals(5, filled()); // all of them are used again
    assertEquals(1, segments.size());
  }

  /** A search for address space takes the JVM a full collection, and a tenth of a second. */
  @Test
  void whereNoRoomCouldBeMappedItIsNotAskedForAgainAtOnce() {
    AtomicInteger asked = new AtomicInteger();
    SpillMemory none =
        new SpillMemory(
            unused -> {
              asked.incrementAndGet();
              throw new IOException("of this test's");
            },
            budget,
            CHUNK,
            CHUNK);
    for (int i = 0; i < 10; i++) {
      assertNull(none.take(0));
    }
    assertEquals(1, asked.get());
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
