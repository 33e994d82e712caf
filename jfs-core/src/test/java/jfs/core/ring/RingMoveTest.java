package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the stream goes on from chunk to chunk. */
class RingMoveTest {

  private static final int SMALL = RingLayout.CHUNK_UNIT;
  private static final int LARGE = 8 * SMALL;
  private static final int IN_SMALL = SMALL - RingLayout.CHUNK_HEADER;
  private static final int IN_LARGE = LARGE - RingLayout.CHUNK_HEADER;

  private final Direction ring = new Direction(SMALL, 4 * LARGE);

  @AfterEach
  void nothingOutsideWasTouched() {
    ring.arena.assertIntact();
  }

  @Test
  void aFullRingGrows() throws Exception {
    ring.put(IN_SMALL);
    assertTrue(ring.sender.moveTo(LARGE));
    assertEquals(LARGE, ring.sender.chunkSize());
    assertEquals(2, ring.sender.chunks());
    assertEquals(IN_LARGE, ring.put(IN_LARGE + 1));
    assertEquals(IN_SMALL + IN_LARGE, ring.receiver.available());
    assertEquals(IN_SMALL + IN_LARGE, ring.drain(5000));
  }

  @Test
  void aRingShrinks() throws Exception {
    Direction other = new Direction(LARGE, 4 * LARGE);
    other.put(IN_LARGE);
    assertTrue(other.sender.moveTo(SMALL));
    assertEquals(IN_SMALL, other.put(IN_LARGE));
    assertEquals(IN_LARGE + IN_SMALL, other.drain(1000));
    assertEquals(IN_SMALL, other.put(IN_LARGE));
    assertEquals(IN_SMALL, other.drain(1000));
  }

  /** As where the stack has no room for a call. */
  @Test
  void aChunkThatCannotBeBegunLeavesTheOldOneInUse() throws Exception {
    ring.put(IN_SMALL);
    ring.arena.isOutside = true;
    assertThrows(RuntimeException.class, () -> ring.sender.moveTo(LARGE));
    ring.arena.isOutside = false;
    assertEquals(1, ring.sender.chunks());
    for (int i = 0; i < 3; i++) {
      assertEquals(IN_SMALL, ring.drain(5000));
      assertEquals(IN_SMALL, ring.put(IN_SMALL));
    }
    assertEquals(1, ring.arena.freed.size(), "only the one that could not be begun");
    assertEquals(1, ring.arena.held.size());
  }

  @Test
  void aFullHeapIsNoSharedMemory() throws Exception {
    ring.put(IN_SMALL);
    ring.arena.heapIsFull = true;
    assertFalse(ring.sender.moveTo(LARGE));
    assertEquals(1, ring.sender.chunks());
    ring.arena.heapIsFull = false;
    assertTrue(ring.sender.moveTo(LARGE));
    assertEquals(10, ring.put(10));
    assertEquals(IN_SMALL + 10, ring.drain(1000));
  }

  /** A full heap keeps a chunk from being given back; it is given back later, and once. */
  @Test
  void aFullHeapKeepsChunksForLater() throws Exception {
    ring.put(IN_SMALL);
    ring.sender.moveTo(LARGE);
    ring.put(10);
    ring.drain(1000);
    ring.arena.heapIsFull = true;
    assertEquals(0, ring.sender.pending());
    assertEquals(10, ring.put(10), "writes go on");
    assertEquals(2, ring.sender.chunks());
    assertThrows(OutOfMemoryError.class, ring.sender::free);
    ring.arena.heapIsFull = false;
    ring.sender.free();
    ring.sender.free();
    assertEquals(List.of(), ring.arena.held);
    assertEquals(2, ring.arena.freed.size());
  }

  /** A program may write at the end of its stack, catch the error, and write again. */
  @Test
  void aChunkIsNeverGivenBackTwice() throws Exception {
    ring.put(IN_SMALL);
    ring.sender.moveTo(LARGE);
    ring.put(10);
    ring.drain(1000);
    ring.arena.stackIsFull = true;
    assertThrows(StackOverflowError.class, ring.sender::pending);
    assertThrows(StackOverflowError.class, ring.sender::free);
    ring.arena.stackIsFull = false;
    ring.sender.free();
    assertEquals(List.of(), ring.arena.held);
    assertEquals(2, ring.arena.freed.size());
  }

  @Test
  void aTakeGoesOnWhereTheStreamLeavesTheChunk() throws Exception {
    ring.put(10);
    assertEquals(7, ring.take(7));
    ring.sender.moveTo(LARGE);
    ring.put(10);
    assertEquals(13, ring.receiver.available());
    assertEquals(13, ring.take(100));
    assertEquals(0, ring.take(100));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void severalMovesBeforeTheReaderMoves(int moves) throws Exception {
    long sum = ring.put(100);
    for (int i = 1; i <= moves; i++) {
      assertTrue(ring.sender.moveTo(SMALL));
      sum += ring.put(i % 2 == 0 ? IN_SMALL : 1);
    }
    assertEquals(moves + 1, ring.sender.chunks());
    assertEquals(sum, ring.receiver.available());
    assertEquals(sum, ring.drain(1000));
    assertEquals(0, ring.sender.pending());
    assertEquals(1, ring.sender.chunks());
  }

  @Test
  void aChunkIsFreedOnlyWhenTheReceiverIsBeyondItsEnd() throws Exception {
    Chunk first = ring.arena.held.get(0);
    ring.put(10);
    ring.sender.moveTo(LARGE);
    ring.put(1);
    ring.take(9);
    ring.sender.pending();
    assertEquals(List.of(), ring.arena.freed);
    ring.take(1);
    ring.sender.pending();
    assertEquals(List.of(), ring.arena.freed, "its header is to be read yet");
    ring.take(1);
    assertEquals(List.of(), ring.arena.freed, "the sender has not looked");
    ring.sender.pending();
    assertEquals(List.of(first), ring.arena.freed);
  }

  @Test
  void aMoveThatIsNotFollowedByBytesIsNotSeen() throws Exception {
    ring.put(10);
    ring.sender.moveTo(LARGE);
    assertEquals(10, ring.drain(100));
    assertFalse(ring.receiver.hasBytes());
    assertEquals(0, ring.receiver.available());
    assertEquals(0, ring.put(0));
    assertFalse(ring.receiver.hasBytes());
    ring.put(1);
    assertEquals(1, ring.take(100));
  }

  @Test
  void noMoveFromAnEmptyChunk() throws Exception {
    assertFalse(ring.sender.moveTo(LARGE));
    ring.put(1);
    assertTrue(ring.sender.moveTo(LARGE));
    assertFalse(ring.sender.moveTo(SMALL));
    assertEquals(2, ring.arena.held.size());
  }

  @Test
  void withoutMemoryAllStaysAsItWas() throws Exception {
    ring.put(IN_SMALL);
    assertFalse(ring.sender.moveTo(8 * LARGE));
    assertEquals(SMALL, ring.sender.chunkSize());
    assertEquals(0, ring.put(1));
    assertEquals(10, ring.take(10));
    assertEquals(10, ring.put(100));
    assertEquals(IN_SMALL, ring.drain(100));
  }

  @Test
  void roomInANewChunkDoesNotWaitForTheReader() throws Exception {
    ring.put(IN_SMALL);
    ring.sender.moveTo(SMALL);
    assertTrue(ring.sender.hasRoom());
    assertEquals(IN_SMALL, ring.put(LARGE));
    assertFalse(ring.sender.hasRoom());
    ring.take(IN_SMALL);
    assertFalse(ring.sender.hasRoom(), "what was read lies in the chunk before");
    ring.take(5);
    assertEquals(5, ring.put(LARGE));
  }

  @Test
  void aChunkUsedAgainIsFresh() throws Exception {
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += ring.put(1 + i % 100);
      assertTrue(ring.sender.moveTo(i % 3 == 0 ? LARGE : SMALL));
      sum -= ring.drain(64);
      ring.sender.pending();
    }
    assertEquals(0, sum);
    assertTrue(ring.arena.freed.size() > 900);
  }

  @Test
  void freeGivesEverythingBack() throws Exception {
    ring.put(1);
    ring.sender.moveTo(LARGE);
    ring.put(1);
    ring.sender.moveTo(SMALL);
    ring.sender.free();
    assertEquals(List.of(), ring.arena.held);
    assertEquals(3, ring.arena.freed.size());
  }

  @Test
  void aSenderThatWaitsInASmallerChunkIsLookedFor() throws Exception {
    Direction other = new Direction(LARGE, 4 * LARGE);
    other.put(IN_LARGE);
    other.drain(LARGE);
    assertTrue(other.receiver.shouldCheckSender());
    other.put(1);
    other.sender.moveTo(SMALL);
    assertEquals(IN_SMALL, other.put(LARGE));
    boolean lookedFor = false;
    while (other.take(100) > 0) {
      lookedFor |= other.receiver.shouldCheckSender();
    }
    assertTrue(lookedFor, "its whole chunk was emptied");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1L << 40 | 4, 1L << 40 | 1 << 30, Long.MAX_VALUE, Long.MIN_VALUE})
  void aNextChunkThatIsNoneIsCorrupt(long next) throws Exception {
    Chunk first = ring.arena.held.get(0);
    ring.put(10);
    ring.sender.moveTo(SMALL);
    ring.put(10);
    RingLayout.setRelease(ring.arena.memory, first.offset() + RingLayout.CHUNK_NEXT, next);
    ring.take(10);
    assertThrows(CorruptRingException.class, () -> ring.take(10));
  }

  @Test
  void chunksThatGoInCirclesAreCorrupt() throws Exception {
    Chunk first = ring.arena.held.get(0);
    ring.put(10);
    ring.sender.moveTo(SMALL);
    ring.put(10);
    first.leave(10, first);
    ring.take(10);
    assertThrows(CorruptRingException.class, () -> ring.take(10));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9, Long.MAX_VALUE})
  void anEndBehindTheReaderOrTooFarIsCorrupt(long end) throws Exception {
    Chunk first = ring.arena.held.get(0);
    ring.put(10);
    ring.take(10);
    ring.put(IN_SMALL);
    ring.sender.moveTo(LARGE);
    ring.put(IN_SMALL);
    first.leave(end, first);
    assertThrows(CorruptRingException.class, () -> ring.receiver.hasBytes());
  }
}
