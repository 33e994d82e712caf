package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PairTableTest {

  private static Pair pair(long token) {
    return new Pair(token, null, true, new byte[0], null, null);
  }

  @Test
  void findsWhatWasNotRemoved() {
    PairTable table = new PairTable();
    Pair[] pairs = new Pair[100];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = pair(i);
      table.add(pairs[i]);
    }
    for (int i = 0; i < pairs.length; i += 2) {
      assertTrue(table.remove(pairs[i]));
      assertFalse(table.remove(pairs[i]));
    }
    for (int i = 0; i < pairs.length; i++) {
      assertSame(i % 2 == 0 ? null : pairs[i], table.get(i));
    }
    int walked = 0;
    for (Pair pair = table.first(); pair != null; pair = pair.next) {
      walked++;
    }
    assertEquals(table.size(), walked);
  }

  /**
   * A registered endpoint that keeps a pair would keep others' sockets, which programs may have
   * forgotten.
   */
  @Test
  void removedPairLeadsToNoOther() {
    PairTable table = new PairTable();
    Unarmed unarmed = new Unarmed();
    Pair[] pairs = {pair(0), pair(16), pair(32)}; // of one bucket
    for (Pair pair : pairs) {
      table.add(pair);
      unarmed.add(pair);
    }
    table.remove(pairs[1]);
    unarmed.remove(pairs[1]);
    assertNull(pairs[1].next);
    assertNull(pairs[1].previous);
    assertNull(pairs[1].nextInBucket);
    assertNull(pairs[1].nextUnarmed);
    assertNull(pairs[1].previousUnarmed);
  }
}
