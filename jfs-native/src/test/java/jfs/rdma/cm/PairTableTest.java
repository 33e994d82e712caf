package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.Test;

class PairTableTest {

  private static RdmaPair pair(long token) throws IOException {
    FourTuple ends =
        new FourTuple(InetAddress.getLoopbackAddress(), 1, InetAddress.getLoopbackAddress(), 2);
    RdmaEndpoint registered =
        new RdmaEndpoint(null, new EndpointRegistry<>(), new TestEnd(ends, true));
    return new RdmaPair(token, registered, new byte[0], null, null, pair -> {});
  }

  @Test
  void findsWhatWasNotRemoved() throws Exception {
    PairTable table = new PairTable();
    RdmaPair[] pairs = new RdmaPair[100];
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
    assertNull(table.get(pairs.length));
    int walked = 0;
    for (RdmaPair pair = table.first(); pair != null; pair = pair.next) {
      walked++;
    }
    assertEquals(table.size(), walked);
  }

  /**
   * A registered endpoint that keeps a pair would keep others' sockets, which programs may have
   * forgotten.
   */
  @Test
  void removedPairLeadsToNoOther() throws Exception {
    PairTable table = new PairTable();
    Unarmed unarmed = new Unarmed();
    RdmaPair[] pairs = {pair(0), pair(16), pair(32)}; // of one bucket
    for (RdmaPair pair : pairs) {
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
