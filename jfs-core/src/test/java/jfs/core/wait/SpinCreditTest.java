package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpinCreditTest {

  /** After how many waits in vain a trial ends. */
  private static final int TRIAL = 8;

  private final SpinCredit credit = new SpinCredit();

  /** How many of so many waits, all in vain, spin. */
  private int spinsInVain(int waits) {
    return spinsInVain(waits, false);
  }

  private int spinsInVain(int waits, boolean crowded) {
    int spins = 0;
    for (int i = 0; i < waits; i++) {
      if (credit.allows()) {
        spins++;
        credit.wasInVain(crowded);
      }
    }
    return spins;
  }

  @Test
  void whatNeverPaysIsHardlyTried() {
    assertEquals(TRIAL, spinsInVain(TRIAL + 63));
    int later = spinsInVain(1_000_000);
    assertTrue(later > 1000 && later < 3000, "tried " + later + " times more");
  }

  @Test
  void inACrowdTwoTrialsAreEnough() {
    assertEquals(2, spinsInVain(2 + 63, true));
  }

  @Test
  void aFailureNowAndThenChangesNothing() {
    for (int i = 0; i < 10_000; i++) {
      assertTrue(credit.allows());
      if (i % 10 == 9) {
        credit.wasInVain(false);
      } else {
        credit.paid();
      }
    }
  }

  @Test
  void fewerSuccessesThanFailuresCostEndIt() {
    int spins = 0;
    for (int i = 0; i < 10_000; i++) {
      if (credit.allows()) {
        spins++;
        if (i % 6 == 5) {
          credit.wasInVain(false);
        } else {
          credit.paid();
        }
      }
    }
    assertTrue(spins < 10_000, "always tried");
  }

  @Test
  void whatPaysInATrialGoesOn() {
    spinsInVain(100_000);
    while (!credit.allows()) {
      // Skipped.
    }
    for (int i = 0; i < 1000; i++) {
      credit.paid();
      assertTrue(credit.allows());
    }
    assertEquals(2 * TRIAL, spinsInVain(2 * TRIAL + 63), "the next trial is soon again");
  }
}
