package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RevisitsTest {

  private static final String NAME = "1-aaaaaaaaaaaaaaaa";

  private final Revisits revisits = new Revisits();
  private long now = Long.MAX_VALUE - 1; // the clock may overflow

  @Test
  void whoHangsUpIsVisitedAgainEverMoreSeldomButAlways() {
    for (int i = 0; i < 20; i++) {
      long pause = Revisits.FIRST_PAUSE_NANOS << Math.min(i, Revisits.DOUBLINGS);
      revisits.hungUp(NAME, now);
      now += pause - 1;
      assertNull(revisits.next(now));
      assertTrue(revisits.pauseMillis(now) > 0);
      now++;
      assertEquals(NAME, revisits.next(now));
      revisits.visited(NAME, now);
      assertNull(revisits.next(now));
      assertEquals(0, revisits.pauseMillis(now));
    }
  }

  @Test
  void whoHangsUpAtOnceIsDueLater() {
    revisits.hungUp(NAME, now);
    now += Revisits.FIRST_PAUSE_NANOS;
    revisits.hungUp(NAME, now);
    revisits.visited(NAME, now);
    assertNull(revisits.next(now));
    now += 2 * Revisits.FIRST_PAUSE_NANOS;
    assertEquals(NAME, revisits.next(now));
  }

  @Test
  void whoSaysWhoHeIsIsNotVisitedAgain() {
    revisits.hungUp(NAME, now);
    revisits.forget(NAME);
    assertEquals(0, revisits.pauseMillis(now));
  }
}
