package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LinkPairsTest {

  /** A pair that lives as long would lose its number to another one. */
  @Test
  void afterAllNumbersThoseInUseAreNotGivenAgain() {
    LinkPairs pairs = new LinkPairs(null, null, -2);
    assertEquals(-1, pairs.newId());
    assertEquals(0, pairs.newId());
    pairs = new LinkPairs(null, null, 6);
    pairs.add(new ShmPair(null, 7, null, null, false));
    pairs.add(new ShmPair(null, 8, null, null, false));
    assertEquals(9, pairs.newId());
  }
}
