package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.core.transport.Preference;
import org.junit.jupiter.api.Test;

class SleeperTest {

  private static boolean polls(boolean mayPoll, Preference preference) {
    return new Sleeper(null, null, null, mayPoll, preference).newSpin().begin();
  }

  @Test
  void whoPrefersBandwidthDoesNotPoll() {
    assertTrue(polls(true, Preference.NONE));
    assertTrue(polls(true, Preference.LATENCY));
    assertFalse(polls(true, Preference.BANDWIDTH));
    assertFalse(polls(false, Preference.BANDWIDTH));
  }
}
