package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.ring.Chunk;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnArenaTest {

  private static final int BLOCKS = 256;
  private static final int SIZE = BLOCKS * OwnArena.BLOCK;

  /** A file with memory for so many blocks at most, which knows those that are filled in. */
  private static final class FakeFile implements ArenaFile {
    final BitSet filled = new BitSet();
    int blocks = BLOCKS;
    boolean drains = true;
    final AtomicInteger closed = new AtomicInteger();

    @Override
    public Mapping map(long size) {
      return Mapping.ofBuffer(ByteBuffer.allocateDirect((int) size).order(ByteOrder.nativeOrder()));
    }

    @Override
    public boolean hasRoomFor(long bytes, MemoryUse use) {
      return true;
    }

    @Override
    public void fill(long offset, int length) throws IOException {
      int first = (int) offset / OwnArena.BLOCK;
      BitSet more = new BitSet();
      more.set(first, first + length / OwnArena.BLOCK);
      assertFalse(filled.intersects(more), "filled in twice: what is in use would be overwritten");
      if (filled.cardinality() + more.cardinality() > blocks) {
        throw new IOException("No space left on device");
      }
      filled.or(more);
    }

    @Override
    public boolean drain(long offset, int length) {
      if (drains) {
        int first = (int) offset / OwnArena.BLOCK;
        filled.clear(first, first + length / OwnArena.BLOCK);
      }
      return drains;
    }

    @Override
    public String place() {
      return null;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private final FakeFile file = new FakeFile();
  private final MemoryBudget budget = new MemoryBudget(4L * SIZE);
  private OwnArena arena;

  @BeforeEach
  void makeArena() throws IOException {
    arena = OwnArena.of(file, SIZE, budget);
  }

  private List<Chunk> all(int size) {
    List<Chunk> all = new ArrayList<>();
    for (Chunk chunk = arena.allocate(size); chunk != null; chunk = arena.allocate(size)) {
      all.add(chunk);
    }
    return all;
  }

  private int pair() {
    ControlBlock control = arena.allocateControl();
    Chunk chunk = control == null ? null : arena.allocate(ChunkSizes.FIRST);
    return chunk == null ? 0 : 1;
  }

  @Test
  void whatWasGivenBackInOneSizeIsTakenInOthers() {
    file.drains = false;
    file.blocks = BLOCKS / 2;
    List<Chunk> spilled = all(ChunkSizes.SPILL);
    assertTrue(spilled.size() > 1);
    spilled.forEach(arena::free);
    int pairs = 0;
    for (int one = pair(); one > 0; one = pair()) {
      pairs++;
    }
    int each = RingLayout.CONTROL_SIZE + ChunkSizes.FIRST;
    assertEquals(BLOCKS / 2 * OwnArena.BLOCK / each, pairs);
  }

  @Test
  void smallOnesBecomeALargeOneAgain() {
    List<Chunk> small = all(ChunkSizes.FIRST);
    assertEquals(SIZE / ChunkSizes.FIRST, small.size());
    assertNull(arena.allocate(ChunkSizes.SPILL));
    for (int i = 0; i < small.size(); i += 2) {
      arena.free(small.get(i));
    }
    assertNull(arena.allocate(ChunkSizes.SPILL));
    for (int i = 1; i < small.size(); i += 2) {
      arena.free(small.get(i));
    }
    assertEquals(SIZE / ChunkSizes.SPILL, all(ChunkSizes.SPILL).size());
  }

  @Test
  void pagesOfAllSizesGoBackToTheKernel() {
    for (int size : new int[] {ChunkSizes.FIRST, ChunkSizes.BULK, ChunkSizes.SPILL}) {
      List<Chunk> chunks = all(size);
      assertEquals(BLOCKS, file.filled.cardinality());
      chunks.forEach(arena::free);
      assertEquals(OwnArena.KEPT, file.filled.cardinality() * OwnArena.BLOCK);
      assertEquals(OwnArena.KEPT, budget.taken());
    }
  }

  /** Each of many peers had some connections once. */
  @Test
  void idleLinksLeaveTheBudgetToOthers() throws IOException {
    MemoryBudget small = new MemoryBudget(8L * OwnArena.KEPT);
    for (int i = 0; i < 8; i++) {
      arena = OwnArena.of(new FakeFile(), SIZE, small);
      List<Chunk> chunks = new ArrayList<>();
      for (int bytes = 0; bytes < OwnArena.KEPT; bytes += ChunkSizes.FIRST) {
        chunks.add(arena.allocate(ChunkSizes.FIRST));
        assertNotNull(chunks.get(chunks.size() - 1), "link " + i);
      }
      chunks.forEach(arena::free);
    }
    assertTrue(small.taken() <= small.limit() / 4, () -> small.taken() + " bytes");
  }

  @Test
  void thoseInUseNeverOverlapAndHaveTheirPages() {
    Random random = new Random(1);
    Deque<Chunk> chunks = new ArrayDeque<>();
    BitSet inUse = new BitSet();
    int[] sizes = {4096, 32 * 1024, ChunkSizes.BULK, ChunkSizes.SPILL};
    for (int i = 0; i < 20_000; i++) {
      Chunk next = random.nextInt(3) == 0 ? null : arena.allocate(sizes[random.nextInt(4)]);
      if (next != null) {
        int end = next.offset() + next.size();
        int clash = inUse.nextSetBit(next.offset());
        assertTrue(clash < 0 || clash >= end, next + " overlaps another");
        inUse.set(next.offset(), end);
        int hole = file.filled.nextClearBit(next.offset() / OwnArena.BLOCK);
        assertTrue(hole * (long) OwnArena.BLOCK >= end, next + " has a hole");
        chunks.add(next);
      } else if (!chunks.isEmpty()) {
        Chunk old = random.nextBoolean() ? chunks.removeFirst() : chunks.removeLast();
        inUse.clear(old.offset(), old.offset() + old.size());
        arena.free(old);
      }
    }
    chunks.forEach(arena::free);
    assertEquals(SIZE / ChunkSizes.SPILL, all(ChunkSizes.SPILL).size());
  }

  @Test
  void theBudgetIsLeftToThoseThatWantLittle() throws IOException {
    MemoryBudget small = new MemoryBudget(SIZE / 2);
    OwnArena first = OwnArena.of(new FakeFile(), SIZE, small);
    OwnArena second = OwnArena.of(new FakeFile(), SIZE, small);
    while (first.allocate(ChunkSizes.SPILL) != null) {
      // until there is no more
    }
    assertTrue(small.taken() <= SIZE / 4);
    assertNull(second.allocate(ChunkSizes.SPILL));
    assertNotNull(second.allocate(ChunkSizes.BULK));
    while (second.allocate(ChunkSizes.BULK) != null) {
      // until there is no more
    }
    assertNotNull(second.allocateControl());
  }

  /** After the link has ended, nothing is kept for connections to come. */
  @Test
  void whatIsFreeAtTheEndGoesBackAtOnce() {
    Chunk used = arena.allocate(ChunkSizes.SPILL);
    arena.allocate(ChunkSizes.FIRST);
    Chunk freed = arena.allocate(ChunkSizes.BULK);
    arena.free(freed);
    arena.end();
    assertEquals(0, budget.taken());
    assertEquals(ChunkSizes.SPILL + OwnArena.BLOCK, budget.leftBehind());
    assertNull(arena.allocate(ChunkSizes.FIRST));
    arena.free(used);
    assertEquals(OwnArena.BLOCK, budget.leftBehind());
    assertEquals(1, file.filled.cardinality());
  }

  /** A peer's thread may be in that memory: it stays, and no other connection gets it. */
  @Test
  void whatIsUsedAtTheEndIsCountedUntilTheMemoryIsCollected() {
    assertNotNull(arena.allocate(ChunkSizes.SPILL));
    arena.close();
    assertEquals(ChunkSizes.SPILL, budget.leftBehind());
    assertEquals(1, file.closed.get());
    arena = null;
    Collected.await(() -> budget.leftBehind() == 0);
    assertEquals(1, file.closed.get());
  }

  @Test
  void aFileThatNobodyClosesIsClosedWithTheMemory() {
    file.drains = false;
    arena.free(arena.allocate(ChunkSizes.SPILL));
    arena.end();
    assertEquals(ChunkSizes.SPILL, budget.leftBehind());
    arena = null;
    Collected.await(() -> budget.leftBehind() == 0 && file.closed.get() > 0);
    assertEquals(1, file.closed.get());
  }
}
