package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BlocksTest {

  @Test
  void coverEveryIndexOnceAndEvenly() {
    for (int processes = 1; processes <= 9; processes++) {
      for (int count = 1; count <= 40; count++) {
        Blocks blocks = new Blocks(count, processes);
        int index = 0;
        for (int rank = 0; rank < processes; rank++) {
          assertEquals(index, blocks.begin(rank));
          assertTrue(Math.abs(blocks.size(rank) - (double) count / processes) < 1);
          for (int i = 0; i < blocks.size(rank); i++) {
            assertEquals(rank, blocks.owner(index++));
          }
        }
        assertEquals(count, index);
      }
    }
  }

  @Test
  void ofManyIndicesDoNotOverflow() {
    Blocks blocks = new Blocks(Integer.MAX_VALUE, 4);
    assertEquals(Integer.MAX_VALUE, blocks.begin(4));
    assertEquals(3, blocks.owner(Integer.MAX_VALUE - 1));
  }
}
