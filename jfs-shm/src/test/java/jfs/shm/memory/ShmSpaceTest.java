package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShmSpaceTest {

  /**
   * As for the memory itself: a quarter is left to others, and three eighths where a ring grows.
   */
  @Test
  void spaceIsWhatConnectionsMayHave() {
    long docker = 64L << 20;
    assertSpace(true, true, docker, docker);
    assertSpace(true, true, docker, docker / 8 * 5);
    assertSpace(true, false, docker, docker / 2);
    assertSpace(false, false, docker, docker / 4);
    assertSpace(false, false, docker, 0);
    assertSpace(true, true, 0, 0); // no limit
  }

  private static void assertSpace(boolean pairs, boolean many, long total, long free) {
    ShmSpace space = new ShmSpace("tmpfs", total, free);
    assertEquals(pairs, space.hasRoomForPairs(), space.words());
    assertEquals(many, space.hasRoomForMany(), space.words());
    assertEquals(!many, space.words().contains("--shm-size"), space.words());
    assertEquals(!pairs, space.words().contains("connections stay on TCP"), space.words());
  }
}
