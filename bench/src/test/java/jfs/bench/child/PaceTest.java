package jfs.bench.child;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final long DISTANCE = 200_000;

  @Test
  void noneBeginsBeforeItIsDue() {
    long begin = System.nanoTime();
    Pace pace = new Pace(DISTANCE);
    for (int i = 0; i < 20; i++) {
      long since = pace.next();
      assertTrue(since - begin >= i * DISTANCE, "operation " + i);
      assertTrue(System.nanoTime() - since >= 0);
    }
  }

  @Test
  void whatIsHeldUpCountsFromWhenItWasDue() {
    Pace pace = new Pace(DISTANCE);
    long first = pace.next();
    while (System.nanoTime() - first < 10 * DISTANCE) {
      Thread.onSpinWait();
    }
    // Both were due long ago, one after the other.
    long second = pace.next();
    assertEquals(second + DISTANCE, pace.next());
    assertTrue(second - first <= DISTANCE);
  }

  @Test
  void whatIsNotDueYetRemains() {
    long hour = TimeUnit.HOURS.toNanos(1);
    Pace pace = new Pace(hour);
    assertTrue(pace.remaining() <= 0);
    pace.next();
    long remaining = pace.remaining();
    assertTrue(remaining > 0 && remaining <= hour, remaining + " ns");
  }

  /** As where this class waits itself: else who sets a timer of its own would look slower. */
  @Test
  void howLateATimerFiresDoesNotCount() {
    Pace pace = new Pace(DISTANCE);
    long first = pace.next();
    while (pace.remaining() > -10 * DISTANCE) {
      Thread.onSpinWait();
    }
    long fired = System.nanoTime();
    assertTrue(pace.wakeUp() - fired >= 0);
    // That was one operation; what came due meanwhile has been held up since then.
    assertEquals(first + 2 * DISTANCE, pace.next());
  }

  @Test
  void aTimerThatFiresEarlyBeginsNothingBeforeItIsDue() {
    long begin = System.nanoTime();
    Pace pace = new Pace(DISTANCE);
    pace.next();
    assertTrue(pace.wakeUp() - begin >= DISTANCE);
  }

  @Test
  void withoutDistanceNothingRemains() {
    assertEquals(0, new Pace(0).remaining());
  }
}
