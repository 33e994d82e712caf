package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;

class RefusalsTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Refusals refusals = new Refusals();
  private final InetSocketAddress peer =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
  private final InetSocketAddress neighbour =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 81);

  @Test
  void refusalHoldsForAWhileAndForItsPort() {
    refusals.refused(peer, Reason.NO_PEER, 0, 0);
    assertEquals(Reason.NO_PEER, refusals.of(peer, SECOND / 11));
    assertNull(refusals.of(peer, SECOND / 10));
    assertNull(refusals.of(neighbour, 0));
  }

  @Test
  void whoGoesOnRefusingIsAskedMoreSeldom() {
    long now = 0;
    long last = 0;
    for (int i = 0; i < 10; i++) {
      last = now;
      refusals.refused(peer, Reason.NO_PEER, last, last);
      while (refusals.of(peer, now) != null) {
        now += SECOND / 10;
      }
    }
    assertEquals(Reason.NO_PEER, refusals.of(peer, last + 29 * SECOND));
    assertNull(refusals.of(peer, last + 30 * SECOND));
  }

  @Test
  void refusalAfterALongWhileIsAFirstOne() {
    refusals.lacking(RdmaReasons.NO_QUEUE_PAIR, 0, 0);
    refusals.lacking(RdmaReasons.NO_QUEUE_PAIR, SECOND / 2, SECOND / 2);
    assertNull(refusals.lack(SECOND)); // four times as long as at first
    // A peer without JFS is asked for some seconds before its refusal counts.
    refusals.lacking(RdmaReasons.NO_QUEUE_PAIR, 7 * SECOND, 7 * SECOND);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, refusals.lack(8 * SECOND));
    assertNull(refusals.lack(9 * SECOND));
    refusals.lacking(RdmaReasons.NO_QUEUE_PAIR, 67 * SECOND, 67 * SECOND);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, refusals.lack(67 * SECOND));
    assertNull(refusals.lack(67 * SECOND + SECOND / 10));
  }

  /** As with a host that is overloaded, or has just gone. */
  @Test
  void manyThatWereAskedTogetherCountAsOne() {
    for (int i = 0; i < 6; i++) {
      refusals.refused(peer, Reason.NO_PEER, i, 20 * SECOND + i);
      refusals.unreachable(peer.getAddress(), RdmaReasons.NO_ROUTE, i, 20 * SECOND + i);
    }
    assertEquals(RdmaReasons.NO_ROUTE, refusals.of(peer, 20 * SECOND));
    // The pause is as long as the answer took.
    assertEquals(RdmaReasons.NO_ROUTE, refusals.of(peer, 39 * SECOND));
    assertNull(refusals.of(peer, 41 * SECOND));
  }

  @Test
  void addressThatCannotBeReachedHasNoPortThatCan() {
    refusals.unreachable(peer.getAddress(), RdmaReasons.NO_ROUTE, 0, 0);
    assertEquals(RdmaReasons.NO_ROUTE, refusals.of(neighbour, 1));
  }

  @Test
  void whatThisHostLacksIsLackedForAll() {
    refusals.lacking(RdmaReasons.NO_QUEUE_PAIR, 0, 0);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, refusals.of(peer, 1));
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, refusals.lack(1));
    assertNull(refusals.lack(SECOND / 10));
    refusals.lacking(RdmaReasons.NO_QUEUE_PAIR, SECOND / 2, SECOND / 2);
    assertEquals(RdmaReasons.NO_QUEUE_PAIR, refusals.lack(SECOND / 2 + SECOND / 3));
    refusals.forget(peer);
    assertNull(refusals.lack(SECOND / 2 + SECOND / 3));
  }

  @Test
  void deviceThatFailsIsLeftAloneForAWhile() throws Exception {
    InetAddress local = peer.getAddress();
    refusals.failing(local, RdmaReasons.DEVICE_FAILED, 0, 0);
    assertEquals(RdmaReasons.DEVICE_FAILED, refusals.ofDevice(local, 1));
    assertNull(refusals.of(peer, 1), "the address as a peer's");
    assertNull(refusals.ofDevice(InetAddress.getByName("192.0.2.1"), 1));
    assertNull(refusals.ofDevice(local, SECOND / 10));
    refusals.failing(local, RdmaReasons.DEVICE_FAILED, SECOND, SECOND);
    assertEquals(RdmaReasons.DEVICE_FAILED, refusals.ofDevice(local, SECOND + SECOND / 3));
    refusals.forgetFailing(local);
    assertNull(refusals.ofDevice(local, SECOND + SECOND / 3));
  }

  /** Else, beyond the limit, peers that refuse would be asked for ever. */
  @Test
  void ofManyThoseAreForgottenThatRefusedLongestAgo() {
    refusals.refused(port(1), Reason.NO_PEER, 0, 0);
    refusals.refused(port(2), Reason.NO_PEER, 0, 0);
    refusals.refused(port(1), Reason.NO_PEER, SECOND, SECOND);
    for (int i = 3; i <= Refusals.MOST + 1; i++) {
      refusals.refused(port(i), Reason.NO_PEER, SECOND, SECOND);
    }
    assertNull(refusals.of(port(2), SECOND));
    assertEquals(Reason.NO_PEER, refusals.of(port(1), SECOND));
    assertEquals(Reason.NO_PEER, refusals.of(port(Refusals.MOST + 1), SECOND));
    refusals.refused(port(Refusals.MOST + 2), Reason.NO_PEER, SECOND, SECOND);
    assertNull(refusals.of(port(1), SECOND));
  }

  private static InetSocketAddress port(int number) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
  }

  @Test
  void successMakesForget() {
    refusals.refused(peer, Reason.NO_PEER, 0, 0);
    refusals.unreachable(peer.getAddress(), RdmaReasons.NO_ROUTE, 0, 0);
    refusals.forget(peer);
    assertNull(refusals.of(peer, 1));
  }
}
