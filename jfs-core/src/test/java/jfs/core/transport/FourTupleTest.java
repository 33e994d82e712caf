package jfs.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FourTupleTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private int asked;
  private InetAddress answer = HERE;

  /** This end, with an address that costs a call. */
  private FourTuple costly(int localPort, int remotePort) {
    FourTuple.End end =
        new FourTuple.End() {
          @Override
          public InetAddress address() {
            asked++;
            return answer;
          }

          @Override
          public InetAddress knownAddress() {
            return asked == 0 ? null : answer;
          }

          @Override
          public int port() {
            return localPort;
          }
        };
    return new FourTuple(end, HERE, remotePort);
  }

  @Test
  void nobodyAsksForTheAddressToEnterATupleAndLookForOthers() {
    Map<FourTuple, String> map = new HashMap<>();
    FourTuple costly = costly(1, 2);
    map.put(costly, "entered");
    assertEquals("entered", map.get(costly));
    assertEquals(null, map.get(costly.mirrored()));
    assertEquals(null, map.get(new FourTuple(HERE, 1, HERE, 3)));
    map.remove(costly);
    assertEquals(0, asked);
  }

  @Test
  void theSameEndsAreEqualHoweverTheyAreKnown() {
    FourTuple known = new FourTuple(HERE, 1, HERE, 2);
    assertEquals(known, costly(1, 2));
    assertEquals(known.hashCode(), costly(1, 2).hashCode());
    assertEquals(known, costly(2, 1).mirrored());
    assertEquals(known, known.mirrored().mirrored());
  }

  @Test
  void otherEndsAreNotEqual() throws Exception {
    FourTuple known = new FourTuple(HERE, 1, HERE, 2);
    assertNotEquals(known, known.mirrored());
    assertNotEquals(known, new FourTuple(InetAddress.getByName("127.0.0.2"), 1, HERE, 2));
    assertNotEquals(known, new FourTuple(HERE, 1, InetAddress.getByName("127.0.0.2"), 2));
  }

  @Test
  void whatWasClosedBeforeAnybodyAskedIsNotKnown() {
    answer = null;
    FourTuple closed = costly(1, 2);
    assertFalse(closed.isKnown());
    assertFalse(closed.mirrored().isKnown());
    assertNotEquals(new FourTuple(HERE, 1, HERE, 2), closed);
    assertTrue(costly(1, 2).toString().contains(":1-"));
  }
}
