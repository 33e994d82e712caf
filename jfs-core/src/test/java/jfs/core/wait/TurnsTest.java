package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TurnsTest {

  private static final long SHORT = 20_000;
  private static final long LONG = 4_000_000;

  private long now = -5;

  private final Turns turns = new Turns(() -> now);

  private int takeTurns(boolean paid, long nanos) {
    assertTrue(turns.begin());
    int taken = 0;
    while (turns.goOn()) {
      taken++;
    }
    now += nanos;
    turns.end(paid);
    return taken;
  }

  @Test
  void takesAFewTurns() {
    assertEquals(3, takeTurns(false, SHORT));
  }

  @Test
  void goesOnAfterShortTurnsInVain() {
    for (int i = 0; i < 1000; i++) {
      assertEquals(3, takeTurns(false, SHORT));
    }
  }

  @Test
  void goesOnAfterALongTurnThatPaid() {
    takeTurns(true, LONG);
    assertEquals(3, takeTurns(false, SHORT));
  }

  @Test
  void sleepsForAWhileAfterALongTurnInVain() {
    takeTurns(false, LONG);
    now += 10 * LONG - 1;
    assertFalse(turns.begin());
    now++;
    assertEquals(3, takeTurns(false, SHORT), "the while is over");
    assertEquals(3, takeTurns(false, SHORT), "and was not remembered");
  }
}
