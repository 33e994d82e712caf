package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {

  private static final long LIMIT = 1000;

  private int tries;
  private long now;

  private int fail() {
    tries++;
    now += LIMIT / 10;
    return 0;
  }

  private int succeed() {
    tries++;
    return 7;
  }

  private int succeedLate() {
    now += LIMIT;
    return succeed();
  }

  private AdaptiveSpin strategy() {
    return new AdaptiveSpin(LIMIT, () -> now);
  }

  /** Waits in vain, and returns whether it tried at all. */
  private boolean spins(WaitStrategy strategy) throws IOException {
    int before = tries;
    assertEquals(0, strategy.spin(this::fail));
    return tries > before;
  }

  @Test
  void successEndsTheSpin() throws IOException {
    assertEquals(7, strategy().spin(this::succeed));
    assertEquals(1, tries);
  }

  @Test
  void endOfFileIsAnAnswerToo() throws IOException {
    assertEquals(-1, strategy().spin(() -> -1));
  }

  @Test
  void failuresAreFollowedByEverMoreWaitsWithoutSpin() throws IOException {
    AdaptiveSpin strategy = strategy();
    int spun = 0;
    for (int i = 0; i < 10_000; i++) {
      spun += spins(strategy) ? 1 : 0;
    }
    assertTrue(spun > 10 && spun < 60, "spun " + spun);
  }

  @Test
  void oneSuccessIsEnoughToSpinAgain() throws IOException {
    AdaptiveSpin strategy = strategy();
    assertTrue(spins(strategy));
    assertFalse(spins(strategy));
    while (strategy.spin(this::succeed) == 0) {
      // Skipped.
    }
    assertEquals(7, strategy.spin(this::succeed));
    assertEquals(7, strategy.spin(this::succeed));
  }

  @Test
  void successThatComesLateIsNone() throws IOException {
    AdaptiveSpin strategy = strategy();
    assertEquals(7, strategy.spin(this::succeedLate));
    assertEquals(0, strategy.spin(this::succeed));
  }

  @Test
  void noMoreThreadsSpinThanThereAreProcessors() throws IOException {
    for (int i = 0; i < SpinBudget.PROCESSORS; i++) {
      assertTrue(SpinBudget.enter());
    }
    assertFalse(spins(strategy()));
    for (int i = 0; i < SpinBudget.PROCESSORS; i++) {
      SpinBudget.leave();
    }
    assertEquals(7, strategy().spin(this::succeed));
  }
}
