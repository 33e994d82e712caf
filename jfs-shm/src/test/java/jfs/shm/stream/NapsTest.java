package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NapsTest {

  /** How often a sender looks in a wait of so long. */
  private static int looks(long wait, boolean woken) {
    int looks = 0;
    long waited = 0;
    for (long nap = Naps.FIRST_NANOS; waited < wait; nap = Naps.next(nap, waited, woken)) {
      waited += nap;
      looks++;
    }
    return looks;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLongWaitIsOfFewLooks(boolean woken) {
    int first = looks(TimeUnit.SECONDS.toNanos(8), woken);
    int later = looks(TimeUnit.SECONDS.toNanos(68), woken) - first;
    assertTrue(later <= (woken ? 45 : 240), first + " in 8 s, " + later + " in the next 60 s");
  }

  /** A sender is late by an eighth of its wait at most, and hardly late after a short wait. */
  @Test
  void nobodyOversleepsByMuch() {
    for (long waited = 1; waited < TimeUnit.HOURS.toNanos(1); waited *= 2) {
      long sleeps = Naps.next(Long.MAX_VALUE / 2, waited, false);
      assertTrue(sleeps <= Math.max(10_000_000, waited / 8), waited + ": " + sleeps);
      sleeps = Naps.next(Long.MAX_VALUE / 2, waited, true);
      assertTrue(sleeps <= Math.max(250_000_000, waited / 8), waited + ": " + sleeps);
      assertTrue(sleeps <= 2_000_000_000, waited + ": " + sleeps);
    }
  }

  @Test
  void beginsWithShortOnes() {
    assertEquals(100_000, Naps.next(Naps.FIRST_NANOS, 50_000, true));
    assertEquals(200_000, Naps.next(100_000, 150_000, false));
  }
}
