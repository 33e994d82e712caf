package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {

  private static final int SIZE = RingLayout.CHUNK_UNIT;
  private static final int CAPACITY = SIZE - RingLayout.CHUNK_HEADER;

  private final Direction ring = new Direction(SIZE, SIZE);

  @AfterEach
  void nothingOutsideWasTouched() {
    ring.arena.assertIntact();
  }

  @Test
  void anEmptyRingGivesNothing() throws Exception {
    assertEquals(0, ring.take(10));
    assertFalse(ring.receiver.hasBytes());
    assertEquals(0, ring.receiver.available());
    assertFalse(ring.control.hasUnread());
    assertTrue(ring.sender.hasRoom());
    assertEquals(0, ring.sender.pending());
  }

  @Test
  void aFullRingTakesNothing() throws Exception {
    assertEquals(CAPACITY, ring.put(CAPACITY + 1));
    assertEquals(0, ring.put(1));
    assertFalse(ring.sender.hasRoom());
    assertEquals(CAPACITY, ring.sender.pending());
    assertEquals(CAPACITY, ring.receiver.available());
    assertTrue(ring.control.hasUnread());
  }

  @Test
  void aByteOfRoomIsAByte() throws Exception {
    ring.put(CAPACITY);
    assertEquals(1, ring.take(1));
    assertTrue(ring.sender.hasRoom());
    assertEquals(1, ring.put(2));
    assertEquals(0, ring.put(1));
    assertEquals(CAPACITY, ring.drain(1000));
  }

  @Test
  void nothingPutAndNothingTakenChangesNothing() throws Exception {
    assertEquals(0, ring.put(0));
    ring.put(5);
    assertEquals(0, ring.take(0));
    assertEquals(5, ring.receiver.available());
    assertEquals(5, ring.take(10));
  }

  @Test
  void whatIsTakenMakesRoomAtOnce() throws Exception {
    ring.put(100);
    ring.take(30);
    assertEquals(70, ring.sender.pending());
    assertEquals(30, ring.sender.lastHead());
    assertEquals(100, ring.sender.position());
    assertEquals(30, ring.receiver.position());
  }

  /** Steps that divide the capacity end exactly at its end, the others cross it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 63, 64, 1009, CAPACITY / 2, CAPACITY - 1, CAPACITY})
  void theStreamGoesRoundAndRound(int step) throws Exception {
    long rounds = Math.max(3L * CAPACITY / step, 5);
    for (long i = 0; i < rounds; i++) {
      assertEquals(step, ring.put(step));
      assertEquals(step, ring.take(step));
    }
    assertEquals(0, ring.take(1));
  }

  @Test
  void everySplitAtTheEndOfTheChunkHolds() throws Exception {
    for (int offset = 0; offset < 80; offset++) {
      Direction other = new Direction(SIZE, SIZE);
      other.put(CAPACITY - 40 + offset);
      other.drain(CAPACITY);
      assertEquals(CAPACITY, other.put(CAPACITY + 1));
      assertEquals(CAPACITY, other.take(CAPACITY + 1));
    }
  }

  /** Where an int would overflow, where a double would round, and the largest positions. */
  @ParameterizedTest
  @ValueSource(
      longs = {
        Integer.MAX_VALUE,
        1L << 32,
        (1L << 53) + 1,
        1L << 62,
        Long.MAX_VALUE - 6 * CAPACITY - 1
      })
  void farPositionsAreAsGoodAsAny(long position) throws Exception {
    ring.skipTo(position - CAPACITY / 2);
    for (int i = 0; i < 5; i++) {
      assertEquals(CAPACITY, ring.put(CAPACITY + 1));
      assertEquals(0, ring.put(1));
      assertEquals(CAPACITY, ring.receiver.available());
      assertEquals(CAPACITY, ring.drain(1000));
    }
    ring.put(3);
    assertTrue(ring.sender.moveTo(SIZE) || ring.arena.held.size() == 1);
  }

  @Test
  void theSenderIsLookedForOnceAQuarter() throws Exception {
    int quarter = CAPACITY / 4;
    ring.put(CAPACITY);
    ring.take(quarter - 1);
    assertFalse(ring.receiver.shouldCheckSender());
    ring.take(1);
    assertTrue(ring.receiver.shouldCheckSender());
    assertFalse(ring.receiver.shouldCheckSender());
    ring.take(quarter);
    assertTrue(ring.receiver.shouldCheckSender());
  }

  @Test
  void aTailThatGoesBackIsCorrupt() throws Exception {
    ring.put(10);
    ring.take(10);
    ring.control.tail(9);
    assertThrows(CorruptRingException.class, () -> ring.take(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, CAPACITY + 11, Long.MAX_VALUE, Long.MIN_VALUE})
  void aTailThatCannotBeIsCorrupt(long tail) throws Exception {
    ring.put(10);
    ring.take(10);
    ring.control.tail(tail);
    assertThrows(CorruptRingException.class, () -> ring.receiver.hasBytes());
    ring.arena.assertIntact();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 9, 21, Long.MAX_VALUE, Long.MIN_VALUE})
  void aHeadThatCannotBeIsCorrupt(long head) throws Exception {
    ring.put(10);
    ring.take(10);
    ring.put(10);
    assertEquals(10, ring.sender.pending());
    ring.control.head(head);
    assertThrows(CorruptRingException.class, () -> ring.sender.pending());
    assertThrows(CorruptRingException.class, () -> ring.put(CAPACITY));
  }

  @Test
  void aHeadBeyondTheTailIsCorruptForTheReceiver() {
    ring.control.head(1);
    assertThrows(CorruptRingException.class, () -> ring.receiver.available());
  }

  /**
   * As where the stack of the program's thread has room for a short copy, but not for a long one.
   */
  @Test
  void aCopyThatFailsInTheMiddleMovesNothing() throws Exception {
    ring.put(CAPACITY - 3);
    ring.take(CAPACITY - 3);
    byte[] tooShort = new byte[3]; // enough for what comes before the end of the chunk
    assertThrows(IndexOutOfBoundsException.class, () -> ring.sender.put(tooShort, 0, 10));
    assertEquals(10, ring.put(10));
    assertThrows(IndexOutOfBoundsException.class, () -> ring.receiver.take(tooShort, 0, 10));
    assertEquals(10, ring.take(10));
  }
}
