package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YieldPolicyTest {

  private long now;
  private long turn = 1_000;
  private final LongTurns longTurns = new LongTurns();
  private YieldPolicy policy = new YieldPolicy(false, () -> now += turn, longTurns);

  private int looksUntilDue() {
    int looks = 1;
    while (!policy.isDue()) {
      looks++;
    }
    return looks;
  }

  private int firstOffer() {
    policy.begin();
    return looksUntilDue();
  }

  /** Whether it yielded: that takes time. */
  private boolean offers() {
    long before = now;
    policy.offer(now);
    return now != before;
  }

  @Test
  void aYieldThatHelpedComesSooner() {
    assertEquals(64, firstOffer());
    policy.paid();
    assertEquals(32, firstOffer());
    for (int i = 0; i < 10; i++) {
      policy.paid();
      firstOffer();
    }
    assertEquals(8, firstOffer(), "never at once");
    assertEquals(64, looksUntilDue(), "the second offer");
  }

  @Test
  void aThreadThatKeepsTheProcessorCostsAHundredthAtMost() {
    assertTrue(offers());
    assertTrue(offers());
    turn = 3_000_000;
    assertTrue(offers());
    turn = 1_000;
    now += 299_000_000;
    assertFalse(offers());
    now += 1_000_000;
    assertTrue(offers());
    assertTrue(offers());
  }

  @Test
  void oneDirectionLearnsForAll() {
    turn = 3_000_000;
    assertTrue(offers());
    policy = new YieldPolicy(false, () -> now += turn, longTurns);
    turn = 1_000;
    now += 29_000_000;
    assertFalse(offers());
    now += 1_000_000;
    assertTrue(offers());
  }

  @Test
  void oneDirectionAloneLearnsFromTurnsThatAPeerMayTake() {
    turn = 100_000;
    assertTrue(offers());
    assertFalse(offers());
    policy = new YieldPolicy(false, () -> now += turn, longTurns);
    assertTrue(offers());
  }

  @Test
  void theKernelGetsAllItsTurns() {
    policy = new YieldPolicy(true, () -> now += turn, longTurns);
    turn = 3_000_000;
    assertTrue(offers());
    assertTrue(offers());
  }

  @Test
  void whatComesByItselfIsWaitedForLonger() {
    for (int i = 0; i < 10; i++) {
      firstOffer();
      policy.paid();
    }
    for (int expected = 16; expected <= 64; expected *= 2) {
      policy.begin();
      policy.isDue();
      policy.paid();
      assertEquals(expected, firstOffer());
    }
    policy.begin();
    policy.isDue();
    policy.paid();
    assertEquals(64, firstOffer(), "not for ever");
  }
}
