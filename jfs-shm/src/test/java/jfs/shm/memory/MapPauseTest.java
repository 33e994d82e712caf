package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MapPauseTest {

  private static final long NOW = -5;

  private final MapPause pause = new MapPause();

  @Test
  void noPauseBeforeAFailure() {
    assertTrue(pause.isOver(NOW));
    pause.worked();
    assertTrue(pause.isOver(NOW));
  }

  @Test
  void eachFailureDoublesIt() {
    long expected = MapPause.FIRST_NANOS;
    long now = NOW;
    for (int i = 0; i < 20; i++) {
      pause.failed(now);
      assertFalse(pause.isOver(now + expected - 1), "try " + i);
      now += expected;
      assertTrue(pause.isOver(now), "try " + i);
      expected = Math.min(2 * expected, MapPause.LONGEST_NANOS);
    }
    pause.worked();
    pause.failed(now);
    assertTrue(pause.isOver(now + MapPause.FIRST_NANOS));
  }

  /** With so little address space each try would have the JDK collect all garbage. */
  @Test
  @Timeout(60)
  void aProgramWithoutAddressSpacePaysOnce() throws Exception {
    assertEquals("10 failed, 1 collection", ForkedMain.run(AddressSpaceShort.class, List.of()));
  }
}
