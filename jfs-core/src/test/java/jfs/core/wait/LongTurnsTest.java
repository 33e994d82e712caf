package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LongTurnsTest {

  private static final long SLICE = 3_000_000;

  private final LongTurns turns = new LongTurns();

  @Test
  void knowsOfNoneAtFirstWhateverTheClockSays() {
    assertFalse(turns.areRecent(Long.MIN_VALUE));
    assertFalse(turns.areRecent(-1));
    assertFalse(turns.areRecent(Long.MAX_VALUE));
  }

  @Test
  void remembersASliceForTenTimesAsLong() {
    turns.ended(SLICE, -1);
    assertTrue(turns.areRecent(-1));
    assertTrue(turns.areRecent(10 * SLICE - 2));
    assertFalse(turns.areRecent(10 * SLICE - 1));
  }

  @Test
  void aLongTurnAmongManyShortOnesSaysNothing() {
    for (int i = 0; i < 16; i++) {
      assertFalse(turns.ended(LongTurns.NANOS, 0));
    }
    assertFalse(turns.ended(SLICE, 0), "a collection, say");
    assertFalse(turns.areRecent(0));
    assertTrue(turns.ended(SLICE, 0), "once more");
    assertTrue(turns.areRecent(0));
  }

  @Test
  void aShorterTurnThatEndsLaterTakesNothingBack() {
    turns.ended(SLICE, 0);
    turns.ended(SLICE / 2, 1);
    assertTrue(turns.areRecent(10 * SLICE - 1));
  }

  @Test
  void remembersNoTurnThatAPeerMayTake() {
    turns.ended(LongTurns.NANOS, 0);
    assertFalse(turns.areRecent(0));
  }
}
