package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;

class PeerPausesTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final PeerPauses pauses = new PeerPauses();
  private final InetSocketAddress peer =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
  private final InetSocketAddress neighbour =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 81);

  @Test
  void refusalHoldsForAWhileAndForItsPort() {
    pauses.refused(peer, Reason.NO_PEER, 0, 0);
    assertEquals(Reason.NO_PEER, pauses.of(peer, SECOND / 11));
    assertNull(pauses.of(peer, SECOND / 10));
    assertNull(pauses.of(neighbour, 0));
  }

  @Test
  void whoGoesOnRefusingIsAskedMoreSeldom() {
    long now = 0;
    long last = 0;
    for (int i = 0; i < 10; i++) {
      last = now;
      pauses.refused(peer, Reason.NO_PEER, last, last);
      while (pauses.of(peer, now) != null) {
        now += SECOND / 10;
      }
    }
    assertEquals(Reason.NO_PEER, pauses.of(peer, last + 29 * SECOND));
    assertNull(pauses.of(peer, last + 30 * SECOND));
  }

  @Test
  void refusalAfterALongWhileIsAFirstOne() {
    pauses.lacking(RdmaReasons.NO_QUEUE_PAIR, 0, 0);
    pauses.lacking(RdmaReasons.NO_QUEUE_PAIR, SECOND / 2, SECOND / 2);
    assertNull(pauses.lack(SECOND)); // four times as long as at first
    // A peer without JFS is asked for some seconds before its refusal counts.
    pauses.lacking(RdmaReasons.NO_QUEUE_PAIR, 7 * SECOND, 7 * SECOND);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, pauses.lack(8 * SECOND));
    assertNull(pauses.lack(9 * SECOND));
    pauses.lacking(RdmaReasons.NO_QUEUE_PAIR, 67 * SECOND, 67 * SECOND);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, pauses.lack(67 * SECOND));
    assertNull(pauses.lack(67 * SECOND + SECOND / 10));
  }

  /** As with a host that is overloaded, or has just gone. */
  @Test
  void manyThatWereAskedTogetherCountAsOne() {
    for (int i = 0; i < 6; i++) {
      pauses.refused(peer, Reason.NO_PEER, i, 20 * SECOND + i);
      pauses.unreachable(peer.getAddress(), RdmaReasons.NO_ROUTE, i, 20 * SECOND + i);
    }
    assertEquals(RdmaReasons.NO_ROUTE, pauses.of(peer, 20 * SECOND));
    // The pause is as long as the answer took.
    assertEquals(RdmaReasons.NO_ROUTE, pauses.of(peer, 39 * SECOND));
    assertNull(pauses.of(peer, 41 * SECOND));
  }

  @Test
  void addressThatCannotBeReachedHasNoPortThatCan() {
    pauses.unreachable(peer.getAddress(), RdmaReasons.NO_ROUTE, 0, 0);
    assertEquals(RdmaReasons.NO_ROUTE, pauses.of(neighbour, 1));
  }

  @Test
  void whatThisHostLacksIsLackedForAll() {
    pauses.lacking(RdmaReasons.NO_QUEUE_PAIR, 0, 0);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, pauses.of(peer, 1));
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, pauses.lack(1));
    assertNull(pauses.lack(SECOND / 10));
    pauses.lacking(RdmaReasons.NO_QUEUE_PAIR, SECOND / 2, SECOND / 2);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, pauses.lack(SECOND / 2 + SECOND / 3));
    pauses.forget(peer);
    assertNull(pauses.lack(SECOND / 2 + SECOND / 3));
  }

  @Test
  void deviceThatFailsIsLeftAloneForAWhile() throws Exception {
    InetAddress local = peer.getAddress();
    pauses.failing(local, RdmaReasons.DEVICE_FAILED, 0, 0);
    assertEquals(RdmaReasons.DEVICE_FAILED, pauses.ofDevice(local, 1));
    assertNull(pauses.of(peer, 1), "the address as a peer's");
    assertNull(pauses.ofDevice(InetAddress.getByName("192.0.2.1"), 1));
    assertNull(pauses.ofDevice(local, SECOND / 10));
    pauses.failing(local, RdmaReasons.DEVICE_FAILED, SECOND, SECOND);
    assertEquals(RdmaReasons.DEVICE_FAILED, pauses.ofDevice(local, SECOND + SECOND / 3));
    pauses.forgetFailing(local);
    assertNull(pauses.ofDevice(local, SECOND + SECOND / 3));
  }

  /** Else, beyond the limit, peers that refuse would be asked for ever. */
  @Test
  void ofManyThoseAreForgottenThatRefusedLongestAgo() {
    pauses.refused(port(1), Reason.NO_PEER, 0, 0);
    pauses.refused(port(2), Reason.NO_PEER, 0, 0);
    pauses.refused(port(1), Reason.NO_PEER, SECOND, SECOND);
    for (int i = 3; i <= PeerPauses.MOST + 1; i++) {
      pauses.refused(port(i), Reason.NO_PEER, SECOND, SECOND);
    }
    assertNull(pauses.of(port(2), SECOND));
    assertEquals(Reason.NO_PEER, pauses.of(port(1), SECOND));
    assertEquals(Reason.NO_PEER, pauses.of(port(PeerPauses.MOST + 1), SECOND));
    pauses.refused(port(PeerPauses.MOST + 2), Reason.NO_PEER, SECOND, SECOND);
    assertNull(pauses.of(port(1), SECOND));
  }

  private static InetSocketAddress port(int number) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
  }

  @Test
  void successMakesForget() {
    pauses.refused(peer, Reason.NO_PEER, 0, 0);
    pauses.unreachable(peer.getAddress(), RdmaReasons.NO_ROUTE, 0, 0);
    pauses.forget(peer);
    assertNull(pauses.of(peer, 1));
  }
}
