package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YieldLimitTest {

  private static final long NONE = 500;
  private static final long SHORT = 5_000;
  private static final long LONG = 60_000;
  private static final long VERY_LONG = 4_000_000;

  private long now = -5;
  private long step;
  private final LongTurns longTurns = new LongTurns();

  /** Each look at the clock comes a step later. */
  private final YieldLimit limit = new YieldLimit(() -> now += step, longTurns);

  /** Waits in which each yield takes so long. */
  private int takeTurns(boolean paid, long nanos) {
    step = 0;
    assertTrue(limit.begin());
    step = nanos;
    int taken = 0;
    while (limit.goOn()) {
      taken++;
    }
    step = 0;
    limit.end(paid);
    return taken;
  }

  @Test
  void takesAFewTurns() {
    assertEquals(3, takeTurns(false, NONE));
    assertFalse(limit.othersRan());
  }

  @Test
  void goesOnAfterShortTurnsInVain() {
    for (int i = 0; i < 1000; i++) {
      assertEquals(3, takeTurns(false, SHORT));
      assertTrue(limit.othersRan());
    }
  }

  @Test
  void goesOnAfterLongTurnsThatPaid() {
    takeTurns(true, LONG);
    assertTrue(limit.othersRan());
    assertEquals(3, takeTurns(false, NONE));
    assertFalse(limit.othersRan());
  }

  @Test
  void sleepsForAWhileAfterLongTurnsInVain() {
    takeTurns(false, LONG);
    now += 30 * LONG - 1;
    step = 0;
    assertFalse(limit.begin());
    now++;
    assertEquals(3, takeTurns(false, NONE), "the while is over");
    assertEquals(3, takeTurns(false, NONE), "and was not remembered");
  }

  @Test
  void sleepsForAWhileAfterAVeryLongTurnThoughItPaid() {
    assertEquals(1, takeTurns(true, VERY_LONG), "by then everything has come");
    step = 0;
    assertFalse(new YieldLimit(() -> now, longTurns).begin(), "and so does every other");
    now += 100 * VERY_LONG - 1;
    assertFalse(limit.begin());
    now++;
    assertTrue(limit.begin());
  }

  @Test
  void goesOnAfterSeveralTurnsThatTogetherAreAsLongAsASlice() {
    assertEquals(3, takeTurns(true, LongTurns.NANOS));
    assertEquals(3, takeTurns(true, LongTurns.NANOS));
  }

  @Test
  void goesOnAfterASingleCollection() {
    for (int i = 0; i < 6; i++) {
      takeTurns(true, SHORT);
    }
    step = 0;
    assertTrue(limit.begin());
    step = VERY_LONG;
    assertTrue(limit.goOn());
    step = 0;
    limit.end(true);
    assertEquals(3, takeTurns(true, SHORT));
  }

  @Test
  void aStopOfTheProcessCountsForNoMoreThanATurn() {
    takeTurns(true, 1_000_000_000_000L);
    now += 100 * LongTurns.LONGEST_NANOS;
    step = 0;
    assertTrue(limit.begin());
  }
}
