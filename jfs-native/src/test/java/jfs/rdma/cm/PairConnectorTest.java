package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.contract.Background;
import jfs.core.host.HostServices;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whom the ends that connected ask, when, and how many at a time. */
@Timeout(60)
class PairConnectorTest {

  @BeforeEach
  void needNativeLibrary() {
    Needed.require(HostServices.installed() != null, "no native library");
  }

  private static Reason reason(TestEnd end) throws Exception {
    return end.explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void endsOfOneConnectionAreBound() throws Exception {
    TestEnd[] ends = new TwoHosts().pair();
    assertFalse(ends[0].installed.get().abort());
    assertFalse(ends[1].installed.get().abort());
  }

  /** A registered endpoint may stay in the registry for long after its end was forgotten. */
  @Test
  void entryDoesNotKeepWhatIsOver() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    hosts.server().register(ends[1]);
    RdmaEndpoint asked = (RdmaEndpoint) hosts.ask(ends[0]);
    for (TestEnd end : ends) {
      end.committed().close(false, false);
      end.committed().release();
    }
    AtomicBoolean kept = new AtomicBoolean(true);
    while (kept.get()) {
      TwoHosts.on(hosts.client(), () -> kept.set(asked.pair != null));
    }
  }

  @Test
  void endThatIsAcceptedLateIsFound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    hosts.ask(ends[0]);
    assertEquals(Reason.NO_PEER, reason(ends[0])); // nothing listens there yet
    hosts.server().register(ends[1]);
    ends[0].committed();
    ends[1].committed();
  }

  @Test
  void whoDoesNotAnswerIsNotAskedAgainForAWhile() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().cut();
    TestEnd first = hosts.newConnection()[0];
    RdmaEndpoint asked = (RdmaEndpoint) hosts.ask(first);
    TestEnd second = hosts.newConnection()[0];
    RdmaEndpoint next = (RdmaEndpoint) hosts.client().register(second);
    TwoHosts.on(
        hosts.client(),
        () -> {
          hosts.client().pairing().connector().connect(next);
          assertNull(next.pair, "one at a time, as long as none has worked");
          hosts.client().pairing().connector().late(asked.pair);
        });
    assertEquals(RdmaReasons.NO_ROUTE, reason(first));
    assertEquals(RdmaReasons.NO_ROUTE, reason(second));
  }

  /** A JVM that is stopped, as by a debugger, says nothing about the others on its host. */
  @Test
  void manyWhoseOnePeerDoesNotAnswerBarNoOther() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.pair();
    hosts.fabric().cut();
    TestEnd[] stopped = {hosts.newConnection()[0], hosts.newConnection()[0]};
    RdmaEndpoint[] asked = {
      (RdmaEndpoint) hosts.ask(stopped[0]), (RdmaEndpoint) hosts.ask(stopped[1])
    };
    TestEnd other = otherPort(hosts);
    RdmaEndpoint others = (RdmaEndpoint) hosts.client().register(other);
    TwoHosts.on(
        hosts.client(),
        () -> {
          PairConnector connector = hosts.client().pairing().connector();
          connector.late(asked[0].pair);
          connector.late(asked[1].pair);
          connector.connect(others);
          assertNotNull(others.pair, "another port of that host");
        });
    assertEquals(RdmaReasons.NO_ROUTE, reason(stopped[1]));
    assertFalse(other.explained.isDone());
  }

  /** That a program closes its connection early says nothing about the peer. */
  @Test
  void requestThatIsWithdrawnSaysNothingOfThePeer() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.pair();
    hosts.fabric().cut();
    TestEnd closed = hosts.newConnection()[0];
    Registration registration = hosts.ask(closed);
    TwoHosts.on(hosts.client(), () -> {}); // the request is under way
    registration.withdraw();
    TestEnd[] more = {hosts.newConnection()[0], hosts.newConnection()[0]};
    RdmaEndpoint[] asked = {(RdmaEndpoint) hosts.ask(more[0]), (RdmaEndpoint) hosts.ask(more[1])};
    TwoHosts.on(
        hosts.client(),
        () -> {
          assertNotNull(asked[0].pair);
          assertNotNull(asked[1].pair, "at the same time, since this host answers");
        });
    assertFalse(closed.installed.isDone() || more[0].installed.isDone());
  }

  /** Requests a connection that closes after so many seconds without an answer. */
  private static void askFor(TwoHosts hosts, TestEnd end, int seconds) throws Exception {
    RdmaEndpoint registered = (RdmaEndpoint) hosts.ask(end);
    TwoHosts.on(
        hosts.client(),
        () -> {
          assertNotNull(registered.pair, "was not asked for");
          long then = registered.pair.begun() + TimeUnit.SECONDS.toNanos(seconds);
          hosts.client().pairing().connector().withdrawn(registered, then);
          assertNull(registered.pair);
        });
    assertFalse(end.installed.isDone());
  }

  /** A client that closes each connection before its request is over must not ask for ever. */
  @Test
  void shortConnectionsToWhoNeverAnswersAreOfOneSilence() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().cut();
    askFor(hosts, hosts.newConnection()[0], 9);
    askFor(hosts, hosts.newConnection()[0], 19); // not 20 s yet: the two overlap
    askFor(hosts, hosts.newConnection()[0], 21);
    TestEnd next = hosts.newConnection()[0];
    RdmaEndpoint asked = (RdmaEndpoint) hosts.ask(next);
    assertEquals(RdmaReasons.NO_ROUTE, reason(next));
    assertNull(asked.pair);
    TestEnd neighbour = otherPort(hosts);
    hosts.ask(neighbour);
    assertEquals(RdmaReasons.NO_ROUTE, reason(neighbour), "the address has never answered");
  }

  @Test
  void shortConnectionsToAPortThatHangsBarNoOther() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.pair();
    hosts.fabric().cut();
    askFor(hosts, hosts.newConnection()[0], 12);
    askFor(hosts, hosts.newConnection()[0], 21);
    TestEnd next = hosts.newConnection()[0];
    hosts.ask(next);
    assertEquals(RdmaReasons.NO_ROUTE, reason(next));
    askFor(hosts, otherPort(hosts), 1);
  }

  private static TestEnd otherPort(TwoHosts hosts) throws Exception {
    FourTuple ends = hosts.newConnection()[0].ends();
    return new TestEnd(
        new FourTuple(
            ends.localAddress(), ends.localPort(), ends.remoteAddress(), TwoHosts.PORT + 1),
        true);
  }

  /** As with a service's address, or a firewall that drops RDMA's packets. */
  @Test
  void requestsThatVanishDoNotPileUp() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().cut();
    List<TestEnd> held = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      TestEnd end = hosts.newConnection()[0];
      hosts.ask(end);
      held.add(end);
    }
    int[] underWay = {0};
    TwoHosts.on(hosts.client(), () -> underWay[0] = hosts.client().pairing().pairs().size());
    assertEquals(1, underWay[0], "of " + held.size());
  }

  @Test
  void requestsOfManyAreFewAtATime() throws Exception {
    // Memory for all: a pair that ends in a turn of the reactor gives its memory back after that
    // turn.
    TwoHosts hosts = new TwoHosts(4 * Requests.MOST * TwoHosts.BUDGET);
    hosts.pair();
    hosts.fabric().cut();
    List<TestEnd> held = new ArrayList<>();
    for (int i = 0; i < 2 * Requests.MOST_TO_ONE; i++) {
      held.add(hosts.newConnection()[0]);
      hosts.ask(held.get(i));
    }
    assertEquals(1 + Requests.MOST_TO_ONE, pairs(hosts), "with the one that is committed");
    List<RdmaEndpoint> others = new ArrayList<>();
    for (int i = 0; i < 2 * Requests.MOST; i++) {
      held.add(toHost(hosts, i));
      others.add((RdmaEndpoint) hosts.ask(held.get(held.size() - 1)));
    }
    assertEquals(1 + Requests.MOST, pairs(hosts));
    // Each request that ends makes room for another, until all have had their turns.
    for (RdmaEndpoint other : others) {
      TwoHosts.on(
          hosts.client(),
          () -> {
            assertNotNull(other.pair, "it was its turn");
            hosts.client().pairing().connector().withdrawn(other);
          });
    }
    for (TestEnd end : held) {
      assertFalse(end.installed.isDone()); // and this keeps them reachable until here
    }
  }

  private static int pairs(TwoHosts hosts) throws Exception {
    AtomicInteger pairs = new AtomicInteger();
    TwoHosts.on(hosts.client(), () -> pairs.set(hosts.client().pairing().pairs().size()));
    return pairs.get();
  }

  private static TestEnd toHost(TwoHosts hosts, int number) throws Exception {
    FourTuple ends = hosts.newConnection()[0].ends();
    InetAddress remote =
        InetAddress.getByAddress(new byte[] {10, 0, (byte) (number >> 8), (byte) number});
    return new TestEnd(
        new FourTuple(ends.localAddress(), ends.localPort(), remote, TwoHosts.PORT), true);
  }

  @Test
  void requestEndsWithItsConnection() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().cut();
    TestEnd first = hosts.newConnection()[0];
    Registration registration = hosts.ask(first);
    TwoHosts.on(hosts.client(), () -> assertFalse(hosts.client().pairing().pairs().isEmpty()));
    registration.withdraw();
    TwoHosts.on(hosts.client(), () -> assertTrue(hosts.client().pairing().pairs().isEmpty()));
  }

  @Test
  void manyThatAskAtOnceAllFindTheirPeers() throws Exception {
    TwoHosts hosts = new TwoHosts();
    List<TestEnd[]> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      TestEnd[] ends = hosts.newConnection();
      all.add(ends);
      hosts.server().register(ends[1]);
    }
    TwoHosts.on(hosts.server(), () -> {}); // it listens now
    for (TestEnd[] ends : all) {
      hosts.ask(ends[0]);
    }
    for (TestEnd[] ends : all) {
      ends[0].committed();
      ends[1].committed();
    }
  }

  /** There is no request to a peer if its memory cannot be reserved. */
  @Test
  void budgetIsReservedBeforeThePeerIsAsked() throws Exception {
    TwoHosts hosts = new TwoHosts(0, TwoHosts.BUDGET);
    TestEnd[] ends = hosts.newConnection();
    hosts.accept(ends[1]);
    hosts.ask(ends[0]);
    assertEquals(RdmaReasons.NO_PINNED_MEMORY, reason(ends[0]));
    assertFalse(ends[1].installed.isDone());
    assertFalse(ends[1].explained.isDone(), "it was not asked");
  }

  @Test
  void endOfAHostWithoutADeviceIsToldSo() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().takeDevices();
    TestEnd end = hosts.newConnection()[0];
    hosts.ask(end);
    assertEquals(RdmaReasons.NO_DEVICE, reason(end));
  }

  @Test
  void anotherConnectionsEndIsNotGiven() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.pair();
    hosts.server().register(hosts.newConnection()[1]);
    TestEnd lonely = hosts.newConnection()[0];
    hosts.ask(lonely);
    assertEquals(Reason.NO_PEER, reason(lonely));
    assertFalse(lonely.installed.isDone());
  }
}
