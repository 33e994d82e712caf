package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ListenerHistoryTest {

  private final ListenerHistory history = new ListenerHistory();

  /** Plays so many connections, one after the other, that end in this stage. */
  private void lives(int count, int stage) {
    for (int i = 0; i < count; i++) {
      for (int before = 0; before < stage; before++) {
        history.pass(before);
      }
      history.end(stage);
    }
  }

  @Test
  void stagesDouble() {
    assertEquals(0, ListenerHistory.start(0));
    assertEquals(32, ListenerHistory.start(1));
    assertEquals(64, ListenerHistory.start(2));
    assertEquals(16_384, ListenerHistory.start(ListenerHistory.LAST_STAGE));
  }

  @Test
  void aConnectionOfAnUnknownListenerIsExpectedToLiveOnForLonger() {
    for (int stage = 2; stage < ListenerHistory.LAST_STAGE - 2; stage++) {
      assertTrue(history.expectedMicros(stage) >= ListenerHistory.start(stage), "stage " + stage);
    }
  }

  @Test
  void nothingIsExpectedWhereAllEndedEarly() {
    lives(20, 3);
    assertTrue(history.expectedMicros(3) < 80, () -> "after 3: " + history.expectedMicros(3));
  }

  @Test
  void whatOutlivesThemIsJudgedAnew() {
    lives(20, 3);
    assertEquals(new ListenerHistory().expectedMicros(4), history.expectedMicros(4));
  }

  @Test
  void muchIsExpectedFromTheFirstWhereAllLivedLong() {
    lives(20, ListenerHistory.LAST_STAGE);
    assertTrue(history.expectedMicros(1) > 1000, () -> "after 1: " + history.expectedMicros(1));
  }

  @Test
  void thoseThatNeverEndTeachAsMuch() {
    for (int i = 0; i < 20; i++) {
      for (int stage = 0; stage < 6; stage++) {
        history.pass(stage);
      }
    }
    assertTrue(history.expectedMicros(1) > 100, () -> "after 1: " + history.expectedMicros(1));
  }

  @Test
  void aListenerWhoseUseChangesIsJudgedAnew() {
    lives(10_000, 3);
    lives(40, ListenerHistory.LAST_STAGE);
    assertTrue(history.expectedMicros(3) > 500, () -> "after 3: " + history.expectedMicros(3));
  }
}
