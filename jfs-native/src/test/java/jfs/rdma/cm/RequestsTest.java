package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestsTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int PORT = 4000;

  private final Requests requests = new Requests();

  /** Registered endpoints refer to them weakly. */
  private final List<TestEnd> ends = new ArrayList<>();

  /** The next connection to one of many hosts. */
  private RdmaEndpoint registered(int host, int port) throws Exception {
    FourTuple tuple =
        new FourTuple(
            InetAddress.getByName("192.0.2.1"),
            1024 + ends.size(),
            InetAddress.getByAddress(
                new byte[] {10, (byte) (host >> 16), (byte) (host >> 8), (byte) host}),
            port);
    TestEnd end = new TestEnd(tuple, true, () -> {}, -1);
    ends.add(end);
    return new RdmaEndpoint(null, new EndpointRegistry<>(), end);
  }

  private RdmaEndpoint registered(int host) throws Exception {
    return registered(host, PORT);
  }

  private Requests.Turn begin(RdmaEndpoint registered) {
    return requests.begin(registered, 0);
  }

  private void hasAnswered(int host) throws Exception {
    RdmaEndpoint registered = registered(host);
    assertEquals(Requests.Turn.NOW, begin(registered));
    requests.answered(registered, 0);
    requests.end(registered);
  }

  /** Begins all that may begin, and returns how many. */
  private int beginAll() {
    int begun = 0;
    for (RdmaEndpoint next = requests.next(); next != null; next = requests.next()) {
      assertEquals(Requests.Turn.NOW, begin(next));
      begun++;
    }
    return begun;
  }

  @Test
  void addressThatHasNotAnsweredIsAskedByOneAtATime() throws Exception {
    RdmaEndpoint first = registered(1);
    RdmaEndpoint second = registered(1);
    assertEquals(Requests.Turn.NOW, begin(first));
    assertEquals(Requests.Turn.LATER, begin(second));
    assertNull(requests.next());
    requests.end(first);
    assertSame(second, requests.next());
  }

  @Test
  void addressThatHasAnsweredIsAskedBySome() throws Exception {
    hasAnswered(1);
    for (int i = 0; i < Requests.MOST_TO_ONE; i++) {
      assertEquals(Requests.Turn.NOW, begin(registered(1)));
    }
    assertEquals(Requests.Turn.LATER, begin(registered(1)));
    assertEquals(Requests.Turn.NOW, begin(registered(2)));
  }

  @Test
  void addressThatAnswersNoMoreIsAskedByOneAtATimeAgain() throws Exception {
    hasAnswered(1);
    RdmaEndpoint first = registered(1);
    RdmaEndpoint second = registered(1);
    begin(first);
    begin(second);
    requests.unanswered(first, 0);
    requests.end(first);
    assertEquals(Requests.Turn.LATER, begin(registered(1)));
    requests.end(second);
    assertEquals(1, beginAll());
  }

  @Test
  void soManyAreUnderWayInAll() throws Exception {
    List<RdmaEndpoint> underWay = new ArrayList<>();
    for (int host = 0; host < Requests.MOST; host++) {
      underWay.add(registered(host));
      assertEquals(Requests.Turn.NOW, begin(underWay.get(host)));
    }
    RdmaEndpoint one = registered(Requests.MOST);
    assertEquals(Requests.Turn.LATER, begin(one));
    assertNull(requests.next());
    assertEquals(Requests.MOST, requests.underWay());
    requests.end(underWay.get(0));
    assertSame(one, requests.next());
  }

  @Test
  void soManyWaitAtMost() throws Exception {
    RdmaEndpoint first = registered(1);
    begin(first);
    RdmaEndpoint waiting = registered(1);
    assertEquals(Requests.Turn.LATER, begin(waiting));
    for (int i = 1; i < Requests.MOST_WAITING; i++) {
      assertEquals(Requests.Turn.LATER, begin(registered(1)));
    }
    assertEquals(Requests.Turn.NEVER, begin(registered(1)));
    assertEquals(Requests.Turn.LATER, begin(waiting), "it waits already");
    assertEquals(Requests.Turn.NOW, begin(registered(2)), "need not wait");
    requests.forget(waiting);
    assertEquals(Requests.Turn.LATER, begin(registered(1)));
    assertEquals(Requests.MOST_WAITING, requests.waiting());
  }

  /** A connection asks again at intervals of its writes. */
  @Test
  void whoAsksAgainWaitsOnce() throws Exception {
    RdmaEndpoint first = registered(1);
    begin(first);
    RdmaEndpoint second = registered(1);
    for (int i = 0; i < 10; i++) {
      assertEquals(Requests.Turn.LATER, begin(second));
    }
    assertEquals(1, requests.waiting());
    requests.forget(second);
    requests.end(first);
    assertNull(requests.next());
    assertEquals(0, requests.waiting());
  }

  @Test
  void peersAreForgottenThatWereAskedLongestAgo() throws Exception {
    RdmaEndpoint busy = registered(0);
    begin(busy);
    for (int host = 1; host < Requests.MOST_PEERS + 100; host++) {
      hasAnswered(host);
      assertTrue(requests.peers() <= Requests.MOST_PEERS);
    }
    assertFalse(requests.hasAnswered(registered(1)));
    assertTrue(requests.hasAnswered(registered(101)));
    assertTrue(requests.hasAnswered(registered(Requests.MOST_PEERS + 99)));
    requests.answered(busy, 0); // it was not forgotten
    requests.end(busy);
  }

  /** No peer starves. */
  @Test
  void peersTakeTurns() throws Exception {
    int hosts = 3 * Requests.MOST;
    for (int host = 0; host < hosts; host++) {
      hasAnswered(host); // so each may have more than one request
    }
    for (int host = 0; host < Requests.MOST; host++) {
      assertEquals(Requests.Turn.NOW, begin(registered(hosts + host)));
    }
    List<RdmaEndpoint> underWay = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      assertEquals(Requests.Turn.LATER, begin(registered(host)));
      assertEquals(Requests.Turn.LATER, begin(registered(host)));
    }
    for (int host = 0; host < Requests.MOST; host++) {
      requests.end(registered(hosts + host));
    }
    Set<InetAddress> served = new HashSet<>();
    for (int i = 0; i < hosts; i++) {
      RdmaEndpoint next = requests.next();
      assertEquals(Requests.Turn.NOW, begin(next));
      assertTrue(served.add(next.ends().remoteAddress()), "twice before others' first time");
      underWay.add(next);
      if (underWay.size() == Requests.MOST) {
        requests.end(underWay.remove(0));
      }
    }
    assertEquals(hosts, served.size());
  }

  @Test
  void newcomersDoNotGoFirst() throws Exception {
    RdmaEndpoint first = registered(1);
    RdmaEndpoint second = registered(1);
    begin(first);
    begin(second);
    requests.end(first);
    RdmaEndpoint newcomer = registered(1);
    assertEquals(Requests.Turn.LATER, begin(newcomer));
    assertSame(second, requests.next());
    assertEquals(Requests.Turn.NOW, begin(second));
    requests.end(second);
    assertSame(newcomer, requests.next());
  }

  /** The most that may wait, all for different hosts: each is found without a search. */
  @Test
  void manyThatWaitAreNotLookedThrough() throws Exception {
    for (int host = 0; host < Requests.MOST; host++) {
      begin(registered(host));
    }
    for (int i = 0; i < Requests.MOST_WAITING; i++) {
      assertEquals(Requests.Turn.LATER, begin(registered(1000 + i)));
    }
    int served = 0;
    for (int host = 0; host < Requests.MOST; host++) {
      requests.end(registered(host));
    }
    for (RdmaEndpoint next = requests.next(); next != null; next = requests.next()) {
      assertEquals(Requests.Turn.NOW, begin(next));
      requests.end(next);
      served++;
    }
    assertEquals(Requests.MOST_WAITING, served);
    assertEquals(0, requests.underWay());
    assertTrue(requests.peers() <= Requests.MOST_PEERS);
  }

  /** Begins and withdraws one; returns how long the peer has been silent then. */
  private long withdrawn(RdmaEndpoint registered, long begun, long now) {
    assertEquals(Requests.Turn.NOW, requests.begin(registered, begun));
    long silence = requests.withdrawn(registered, begun, now);
    requests.end(registered);
    return silence;
  }

  @Test
  void silenceAddsUpOverShortConnections() throws Exception {
    assertEquals(2 * SECOND, withdrawn(registered(1), 0, 2 * SECOND));
    assertEquals(3 * SECOND, withdrawn(registered(1), 10 * SECOND, 11 * SECOND));
    assertEquals(4 * SECOND, withdrawn(registered(1, PORT + 1), 20 * SECOND, 21 * SECOND));
    assertEquals(SECOND, withdrawn(registered(2), 20 * SECOND, 21 * SECOND), "another address");
  }

  @Test
  void anAnswerEndsTheSilence() throws Exception {
    withdrawn(registered(1), 0, 15 * SECOND);
    RdmaEndpoint answered = registered(1);
    requests.begin(answered, 20 * SECOND);
    requests.answered(answered, 21 * SECOND);
    requests.end(answered);
    assertEquals(SECOND, withdrawn(registered(1), 30 * SECOND, 31 * SECOND));
  }

  /** One of several JVMs on a host may hang. */
  @Test
  void portsOfAnAddressThatAnswersAreSilentEachForItself() throws Exception {
    hasAnswered(1);
    withdrawn(registered(1), 0, SECOND);
    assertEquals(2 * SECOND, withdrawn(registered(1, PORT + 1), 0, 2 * SECOND));
    RdmaEndpoint answered = registered(1, PORT + 1);
    requests.begin(answered, 3 * SECOND);
    requests.answered(answered, 3 * SECOND);
    requests.end(answered);
    assertEquals(2 * SECOND, withdrawn(registered(1), 4 * SECOND, 5 * SECOND));
    assertEquals(SECOND, withdrawn(registered(1, PORT + 1), 4 * SECOND, 5 * SECOND));
  }

  @Test
  void requestsUnderWayTogetherAreSilentOnce() throws Exception {
    hasAnswered(1);
    RdmaEndpoint[] together = {registered(1), registered(1), registered(1)};
    for (RdmaEndpoint one : together) {
      requests.begin(one, 0);
    }
    assertEquals(5 * SECOND, requests.withdrawn(together[0], 0, 5 * SECOND));
    assertEquals(6 * SECOND, requests.withdrawn(together[1], SECOND, 6 * SECOND));
    requests.unanswered(together[1], 6 * SECOND);
    assertEquals(0, requests.withdrawn(together[2], SECOND, 8 * SECOND), "given up with them");
  }
}
