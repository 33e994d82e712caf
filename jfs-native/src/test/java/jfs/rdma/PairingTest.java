package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.host.HostServices;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.natives.Errno;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.stream.TestMessages;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.NoVerbsException;
import jfs.rdma.verbs.VerbsEndpoint;
import jfs.rdma.verbs.VerbsException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PairingTest {

  @TempDir Path folder;

  @BeforeEach
  void needNativeLibrary() {
    Assumptions.assumeTrue(HostServices.installed() != null, "no native library");
  }

  private ClusterKey key(String text) throws Exception {
    return ClusterKey.of(Files.writeString(folder.resolve("key"), text));
  }

  private static Reason reason(TestEnd end) throws Exception {
    return end.explained.get(20, TimeUnit.SECONDS);
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
          hosts.client().pairing().connect(next);
          assertNull(next.pair, "one at a time, as long as none has worked");
          hosts.client().pairing().late(asked.pair);
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
          Pairing pairing = hosts.client().pairing();
          pairing.late(asked[0].pair);
          pairing.late(asked[1].pair);
          pairing.connect(others);
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
          hosts.client().pairing().withdrawn(registered, then);
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
    TwoHosts.on(hosts.client(), () -> underWay[0] = hosts.client().pairs().size());
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
            hosts.client().pairing().withdrawn(other);
          });
    }
    for (TestEnd end : held) {
      assertFalse(end.installed.isDone()); // and this keeps them reachable until here
    }
  }

  private static int pairs(TwoHosts hosts) throws Exception {
    AtomicInteger pairs = new AtomicInteger();
    TwoHosts.on(hosts.client(), () -> pairs.set(hosts.client().pairs().size()));
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
    TwoHosts.on(hosts.client(), () -> assertFalse(hosts.client().pairs().isEmpty()));
    registration.withdraw();
    TwoHosts.on(hosts.client(), () -> assertTrue(hosts.client().pairs().isEmpty()));
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

  @Test
  void oneKeyBinds() throws Exception {
    new TwoHosts(key("0123456789abcdef"), key("0123456789abcdef")).pair();
  }

  @Test
  void differentKeysStayOnTcp() throws Exception {
    staysOnTcp(new TwoHosts(key("0123456789abcdef"), key("0123456789abcdeF")));
  }

  @Test
  void keyOfTheServerAloneStaysOnTcp() throws Exception {
    staysOnTcp(new TwoHosts(ClusterKey.none(), key("0123456789abcdef")));
  }

  @Test
  void keyOfTheClientAloneStaysOnTcp() throws Exception {
    staysOnTcp(new TwoHosts(key("0123456789abcdef"), ClusterKey.none()));
  }

  /**
   * A third party that has recorded a request can repeat it, but has no proof over the acceptor's
   * random number.
   */
  @Test
  void requestThatIsRepeatedByAnotherCommitsNobody() throws Exception {
    ClusterKey key = key("0123456789abcdef");
    TwoHosts hosts = new TwoHosts(key, key);
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = ask(hosts, ends, key);
    client.send(TestMessages.proof(new byte[ClusterKey.PROOF]));
    assertEquals(RdmaReasons.WRONG_KEY, reason(ends[1]));
    assertFalse(ends[1].installed.isDone());
  }

  @Test
  void peerThatGreetsWithoutAProofIsNotBound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = ask(hosts, ends, ClusterKey.none());
    client.send(TestMessages.hello(client));
    assertEquals(RdmaReasons.NO_ROUTE, reason(ends[1]));
    assertFalse(ends[1].installed.isDone());
  }

  private static void staysOnTcp(TwoHosts hosts) throws Exception {
    TestEnd[] ends = hosts.newConnection();
    hosts.accept(ends[1]);
    hosts.ask(ends[0]);
    assertEquals(RdmaReasons.WRONG_KEY, reason(ends[0]));
    assertFalse(ends[0].installed.isDone());
  }

  @Test
  void endThatIsNotFreeIsNotBound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    ends[1].free = false;
    hosts.accept(ends[1]);
    hosts.ask(ends[0]);
    assertEquals(Reason.NOT_FREE, reason(ends[0]));
    hosts.pair(); // the next one is free, and asks without a pause
  }

  private static Refusals refusals(TwoHosts hosts) {
    return hosts.server().pairing().refusals();
  }

  private static Reason lack(TwoHosts hosts) throws Exception {
    AtomicReference<Reason> lack = new AtomicReference<>();
    TwoHosts.on(hosts.server(), () -> lack.set(refusals(hosts).lack(System.nanoTime())));
    return lack.get();
  }

  /** The device is not used before that, so this is no lack that affects others. */
  @Test
  void endThatIsClosedWhileItIsAskedForIsNotFree() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    TestEnd closed = new TestEnd(ends[1].ends(), false, ends[1]::close, -1);
    hosts.accept(closed);
    hosts.ask(ends[0]);
    assertEquals(Reason.NOT_FREE, reason(ends[0]));
    assertEquals(Reason.NOT_FREE, reason(closed));
    assertNull(lack(hosts));
    hosts.pair();
  }

  @Test
  void requestThatCannotBeAcceptedIsNoLackOfThisHost() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.serverVerbs().acceptNone(new VerbsException("connection", Errno.ECONNRESET));
    hosts.pair(); // it asks again
    assertNull(lack(hosts));
  }

  @Test
  void lackOfThisHostIsOverWhenAnEndThatAcceptedIsBound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = limbo(hosts, ends);
    TwoHosts.on(
        hosts.server(),
        () -> {
          long now = System.nanoTime();
          long before = now - TimeUnit.SECONDS.toNanos(25); // it would hold for so long
          refusals(hosts).lacking(RdmaReasons.NO_QUEUE_PAIR, before, now);
        });
    client.send(TestMessages.hello(client));
    ends[1].committed();
    assertNull(lack(hosts));
  }

  /** Else the refusing end would report that the other has gone. */
  @Test
  void whoRefusesKnowsWhyAfterwards() throws Exception {
    TwoHosts hosts = new TwoHosts(TwoHosts.BUDGET, 0);
    TestEnd[] ends = hosts.newConnection();
    hosts.accept(ends[1]);
    hosts.ask(ends[0]);
    assertEquals(RdmaReasons.NO_PINNED_MEMORY, reason(ends[0]));
    while (hasPairs(hosts.server())) {
      Thread.onSpinWait();
    }
    assertEquals(RdmaReasons.NO_PINNED_MEMORY, ends[1].explainedLast);
  }

  private static boolean hasPairs(Reactor reactor) throws Exception {
    AtomicBoolean some = new AtomicBoolean();
    TwoHosts.on(reactor, () -> some.set(!reactor.pairs().isEmpty()));
    return some.get();
  }

  /**
   * A connection with an acceptor in limbo; returns the client's endpoint, from which the acceptor
   * awaits HELLO.
   */
  private static MemoryEndpoint limbo(TwoHosts hosts, TestEnd[] ends) throws Exception {
    MemoryEndpoint client = ask(hosts, ends, ClusterKey.none());
    client.send(TestMessages.proof(new byte[ClusterKey.PROOF]));
    ends[1].installed.get(20, TimeUnit.SECONDS);
    return client;
  }

  /** A connection that the acceptor has accepted, before the client's proof. */
  private static MemoryEndpoint ask(TwoHosts hosts, TestEnd[] ends, ClusterKey key)
      throws Exception {
    hosts.accept(ends[1]);
    FourTuple theirs = ends[0].ends();
    byte[] nonce = new byte[Greeting.NONCE];
    byte[] proof = key.proof("asks", theirs, nonce);
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    VerbsEndpoint client =
        verbs.connect(
            theirs.localAddress(),
            new InetSocketAddress(theirs.remoteAddress(), theirs.remotePort()),
            Greeting.ours(theirs.localPort(), nonce, proof).bytes(),
            1);
    assertEquals(Event.Kind.ACCEPTED, verbs.nextEvent(20_000).kind());
    return (MemoryEndpoint) client;
  }

  /** The connection manager may send no event: only a probe without an answer shows it. */
  @Test
  void peerThatDiesBeforeItsHelloIsMissed() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    limbo(hosts, ends).vanish();
    assertEquals(RdmaReasons.NO_ROUTE, ends[1].uninstalled.get(20, TimeUnit.SECONDS));
  }

  @Test
  void readerThatMetTheEndOfTcpInLimboIsToldThatThePeerIsGone() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    FutureTask<Long> end = new FutureTask<>(() -> promised.awaitEnd(0));
    new Thread(end).start();
    while (!ConnectionProbe.isReaderAsleep(promised)) {
      Thread.onSpinWait();
    }
    long begin = System.nanoTime();
    client.disconnect();
    assertEquals(-1, end.get());
    assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(4), "only by its time limit");
  }

  @Test
  void endOfTcpInLimboIsThatOfTheStream() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = limbo(hosts, ends);
    client.vanish();
    assertEquals(-1, ends[1].installed.get().awaitEnd(0));
  }

  /** Without HELLO the peer can interpret nothing else. */
  @Test
  void helloIsSaidFirst() throws Exception {
    TwoHosts hosts = new TwoHosts();
    MemoryEndpoint client = limbo(hosts, hosts.newConnection());
    assertTrue(TestMessages.isHello(TestMessages.next(client, any -> true)));
  }

  /** A peer that has sent HELLO may have switched and ended. */
  @Test
  void whoGivesUpInLimboLooksForHelloBefore() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    ByteBuffer hello = TestMessages.hello(client);
    TwoHosts.on(
        hosts.server(),
        () -> {
          send(client, hello);
          TwoHosts.pair(promised).deadline(System.nanoTime() - 1);
          hosts.server().upkeep().tick(TwoHosts.pair(promised), System.nanoTime(), false);
        });
    assertTrue(promised.isCommitted());
    assertFalse(ends[1].uninstalled.isDone());
  }

  /** The queue is empty for now, since the device has not flushed it yet. */
  @Test
  void whoGivesUpInLimboWaitsForHelloFromASlowDevice() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    ByteBuffer hello = TestMessages.hello(client);
    TwoHosts.on(
        hosts.server(),
        () -> {
          TwoHosts.endpoint(promised).beSlowToFlush();
          send(client, hello);
          TwoHosts.pair(promised).deadline(System.nanoTime() - 1);
          hosts.server().upkeep().tick(TwoHosts.pair(promised), System.nanoTime(), false);
        });
    assertTrue(promised.isCommitted());
    assertFalse(ends[1].uninstalled.isDone());
  }

  /** The failing call is the first to find the break, and the HELLO was acknowledged before. */
  @Test
  void whoseDeviceFailsInLimboLooksForHelloBefore() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    ByteBuffer hello = TestMessages.hello(client);
    TwoHosts.on(
        hosts.server(),
        () -> {
          send(client, hello);
          TwoHosts.endpoint(promised).refuseOrders();
          ConnectionProbe.probe(promised);
        });
    assertTrue(promised.connection().hasCommitted());
    assertFalse(ends[1].uninstalled.isDone());
    SocketException e = assertThrows(SocketException.class, () -> promised.awaitEnd(0));
    assertEquals("Connection reset", e.getMessage());
  }

  /** All bytes are on TCP then, which goes on. */
  @Test
  void whoClosesAsLimboEndsDoesNotResetTcp() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    TwoHosts.on(
        hosts.server(),
        () -> {
          TwoHosts.endpoint(promised).fail();
          assertTrue(ConnectionProbe.isBrokenNow(promised));
          promised.close(false, false);
        });
    assertFalse(ends[1].resetAtClose);
  }

  private static void send(MemoryEndpoint from, ByteBuffer message) {
    try {
      from.send(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing has switched yet, and TCP works. */
  @Test
  void whoConnectedDoesNotBindWhatIsOver() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    verbs.listen(ends[1].ends().localAddress(), TwoHosts.PORT, 1);
    RdmaEndpoint asking = (RdmaEndpoint) hosts.ask(ends[0]);
    Event request = verbs.nextEvent(20_000);
    byte[] answer = Greeting.ours(ends[0].ends().localPort(), new byte[16], new byte[16]).bytes();
    MemoryEndpoint server = (MemoryEndpoint) request.request().accept(answer, 1);
    while (!hasBegun(hosts.client(), asking)) {
      Thread.onSpinWait();
    }
    ByteBuffer hello = TestMessages.hello(server);
    TwoHosts.on(
        hosts.client(),
        () -> {
          send(server, hello);
          hosts.client().upkeep().disconnected(asking.pair);
        });
    assertEquals(Reason.NO_PEER, reason(ends[0]));
    assertFalse(ends[0].installed.isDone());
  }

  private static boolean hasBegun(Reactor reactor, RdmaEndpoint registered) throws Exception {
    AtomicBoolean begun = new AtomicBoolean();
    TwoHosts.on(
        reactor, () -> begun.set(registered.pair != null && registered.pair.transport() != null));
    return begun.get();
  }

  /** Without LAST the peer would take it for a crash. */
  @Test
  void processThatEndsInLimboSaysSo() throws Exception {
    TwoHosts hosts = new TwoHosts();
    MemoryEndpoint client = limbo(hosts, hosts.newConnection());
    Thread ending = new Thread(hosts.server()::drainAll);
    ending.start();
    TwoHosts.on(hosts.server(), () -> {}); // it has begun to end, or is about to
    client.send(TestMessages.hello(client));
    ByteBuffer last = TestMessages.next(client, TestMessages::isLast);
    ending.join();
    assertEquals(0, TestMessages.large(last));
  }

  /** Else an acceptor in limbo could not tell the end of TCP from a stream that goes on. */
  @Test
  void whoseHelloHasNotArrivedDoesNotSwitchOver() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().loseWhatConnectorsSend();
    TestEnd[] ends = hosts.newConnection();
    hosts.server().register(ends[1]);
    hosts.ask(ends[0]);
    RdmaTransport asking = ends[0].installed.get(20, TimeUnit.SECONDS);
    while (!asking.connection().hasCommitted()) {
      Thread.onSpinWait();
    }
    assertFalse(asking.isCommitted());
    TwoHosts.endpoint(asking).disconnect();
    assertEquals(Reason.NO_PEER, ends[1].uninstalled.get(20, TimeUnit.SECONDS));
  }

  /** An acceptor in limbo returns to TCP if the client abandons the pair. */
  @Test
  void clientThatRetractsInTimeStaysOnTcpWithItsPeer() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    hosts.accept(ends[1]);
    ends[0].installed.complete(null); // install() returns false from now on
    hosts.ask(ends[0]);
    assertEquals(Reason.NO_PEER, ends[1].uninstalled.get(20, TimeUnit.SECONDS));
    RdmaTransport promised = ends[1].installed.get();
    assertFalse(promised.isCommitted());
    assertTrue(promised.abort());
    assertEquals(-1, promised.awaitEnd(0));
  }

  /** A JVM on a host without RDMA must not wait for anything when it ends. */
  @Test
  void whereThereAreNoVerbsEverythingIsToldAndNothingDrained() throws Exception {
    Reactor reactor =
        new Reactor(
            () -> {
              throw new NoVerbsException(NoVerbsException.Missing.LIBRARY, "none in this test");
            },
            ClusterKey.none());
    TestEnd end = new TwoHosts().newConnection()[0];
    reactor.register(end);
    reactor.run();
    assertEquals(RdmaReasons.NO_LIBRARY, reason(end));
    assertEquals(RdmaReasons.NO_LIBRARY, reactor.refusal(end.ends().localAddress()));
    long begin = System.nanoTime();
    reactor.drainAll();
    assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2));
  }
}
