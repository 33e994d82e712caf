package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemorySpinTest {

  private static final long STEP = 1000;

  /** The state that all directions of the process share remembers times; each test has its own. */
  private static long start = TimeUnit.HOURS.toNanos(1);

  private long now;

  @BeforeEach
  void begin() {
    start += TimeUnit.HOURS.toNanos(1);
    now = start & -(1L << 20); // where a window of WaiterCount begins: a crowd must be in one
  }

  private MemorySpin spin(Polling polling) {
    return new MemorySpin(polling, new WakeCost(), false, () -> now += STEP, new LongTurns(), 0);
  }

  private MemorySpin spin() {
    return spin(Polling.USUAL);
  }

  private MemorySpin longerSpin() {
    return spin(Polling.LONG);
  }

  /** How long a spin in vain lasts, to 2 us, by a clock that moves only when it is read. */
  private long spinInVain(MemorySpin spin) {
    long before = now;
    assertTrue(spin.begin());
    while (spin.goOn()) {
      // In vain.
    }
    spin.end(false);
    // The spin counts from its first look at the clock, and each later step looks twice.
    return (now - before - STEP) / (2 * STEP) * (2 * STEP);
  }

  @Test
  void aThreadThatSleepsAtOnceDoesNotSpin() {
    assertFalse(spin(Polling.NONE).begin());
  }

  @Test
  void pollsAreCounted() {
    Map<String, Long> before = WaitCounts.all();
    MemorySpin spin = spin();
    for (int i = 0; i < WaitCounts.STEP; i++) {
      assertTrue(spin.begin());
      spin.end(true);
    }
    spinInVain(spin);
    spin.sleeps();
    Map<String, Long> after = WaitCounts.all();
    assertEquals(before.get("spins-paid") + WaitCounts.STEP, after.get("spins-paid"));
    assertEquals(before.get("spins-in-vain") + 1, after.get("spins-in-vain"));
    assertEquals(before.get("sleeps") + 1, after.get("sleeps"));
  }

  @Test
  void aloneItMayBeLong() {
    assertEquals(80_000, spinInVain(spin()));
  }

  @Test
  void whereLatencyCountsItMayBeLonger() {
    assertEquals(1_000_000, spinInVain(longerSpin()));
  }

  @Test
  void theLongerOneIsUnderTheSameRules() {
    int taken = 0;
    while (SpinBudget.enterMemory()) {
      taken++;
    }
    assertEquals(10_000, spinInVain(longerSpin()), "without budget");
    for (int i = 0; i < taken; i++) {
      SpinBudget.leaveMemory();
    }
    now += TimeUnit.SECONDS.toNanos(1);
    for (int i = 0; i <= SpinBudget.PROCESSORS; i++) {
      spin().sleeps();
    }
    assertEquals(10_000, spinInVain(longerSpin()), "in a crowd");
  }

  @Test
  void inACrowdItIsShort() {
    for (int i = 0; i <= SpinBudget.PROCESSORS; i++) {
      spin().sleeps();
    }
    assertEquals(10_000, spinInVain(spin()));
    now += TimeUnit.SECONDS.toNanos(1);
    assertEquals(80_000, spinInVain(spin()), "the crowd has gone");
  }

  /** Else each of a thousand threads that wait in turn would find out for its own connection. */
  @Test
  void inACrowdWhatHasNeverPaidIsTriedTwice() {
    MemorySpin paying = spin();
    assertTrue(paying.begin());
    paying.end(true);
    for (int i = 0; i <= SpinBudget.PROCESSORS; i++) {
      spin().sleeps();
    }
    MemorySpin fresh = spin();
    for (int i = 0; i < 2; i++) {
      assertTrue(fresh.begin());
      fresh.end(false);
      assertTrue(paying.begin());
      paying.end(false);
    }
    assertFalse(fresh.begin());
    assertTrue(paying.begin());
  }

  @Test
  void withoutBudgetItIsShort() {
    int taken = 0;
    while (SpinBudget.enterMemory()) {
      taken++;
    }
    assertTrue(taken >= 1 && taken <= SpinBudget.PROCESSORS, "taken " + taken);
    assertEquals(10_000, spinInVain(spin()));
    for (int i = 0; i < taken; i++) {
      SpinBudget.leaveMemory();
    }
  }

  @Test
  void theBudgetIsGivenBack() {
    for (int i = 0; i < SpinBudget.PROCESSORS + 1; i++) {
      assertEquals(80_000, spinInVain(spin()));
      now += TimeUnit.SECONDS.toNanos(1);
    }
  }

  @Test
  void whatNeverPaysIsHardlyTried() {
    MemorySpin spin = spin();
    int spun = 0;
    for (int i = 0; i < 10_000; i++) {
      if (spin.begin()) {
        spun++;
        spin.end(false);
      }
    }
    assertTrue(spun > 8 && spun < 100, "spun " + spun);
  }

  @Test
  void whatPaysGoesOn() {
    MemorySpin spin = spin();
    for (int i = 0; i < 10_000; i++) {
      assertTrue(spin.begin());
      spin.end(true);
    }
  }

  @Test
  void aSelectorTriesAgainAfterATimeThatIsLongBesideATrial() {
    long abstains = 60_000_000;
    MemorySpin spin =
        new MemorySpin(
            Polling.USUAL, new WakeCost(), false, () -> now += STEP, new LongTurns(), abstains);
    long tried = spinUntilItDoesNotPay(spin);
    assertTrue(tried <= abstains / 50, tried + " ns");
    long gone = now;
    while (!spin.begin()) {
      now += 1_000_000; // a wait: it takes 60 of them, where the credit alone takes more
    }
    spin.end(false);
    long waited = now - gone;
    assertTrue(waited >= abstains && waited < abstains + 5_000_000, waited + " ns");
  }

  private long spinUntilItDoesNotPay(MemorySpin spin) {
    long before = now;
    while (spin.begin()) {
      while (spin.goOn()) {
        // In vain.
      }
      spin.end(false);
    }
    return now - before;
  }
}
