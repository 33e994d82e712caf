package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpinCreditTest {

  private final SpinCredit credit = new SpinCredit();

  /** How many of so many waits, all in vain, spin. */
  private int spinsInVain(int waits) {
    int spins = 0;
    for (int i = 0; i < waits; i++) {
      if (credit.allows()) {
        spins++;
        credit.wasInVain();
      }
    }
    return spins;
  }

  @Test
  void whatNeverPaysIsHardlyTried() {
    assertEquals(8, spinsInVain(64 + 7));
    int later = spinsInVain(1_000_000);
    assertTrue(later > 200 && later < 300, "tried " + later + " times more");
  }

  @Test
  void aFailureNowAndThenChangesNothing() {
    for (int i = 0; i < 10_000; i++) {
      assertTrue(credit.allows());
      if (i % 10 == 9) {
        credit.wasInVain();
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
          credit.wasInVain();
        } else {
          credit.paid();
        }
      }
    }
    assertTrue(spins < 10_000, "always tried");
  }

  @Test
  void oneSuccessfulTryIsEnoughToSpinAgain() {
    spinsInVain(1000);
    while (!credit.allows()) {
      // Skipped.
    }
    credit.paid();
    for (int i = 0; i < 4; i++) {
      assertTrue(credit.allows());
      credit.wasInVain();
    }
    assertFalse(credit.allows());
  }
}
