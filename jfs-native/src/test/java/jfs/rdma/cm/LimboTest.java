package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import jfs.contract.Background;
import jfs.core.host.HostServices;
import jfs.core.transport.Reason;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.stream.TestMessages;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pairs that one end has installed and the other has not committed yet. */
@Timeout(60)
class LimboTest {

  @BeforeEach
  void needNativeLibrary() {
    Needed.require(HostServices.installed() != null, "no native library");
  }

  private static Reason reason(TestEnd end) throws Exception {
    return end.explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static PeerPauses pauses(TwoHosts hosts) {
    return hosts.server().pairing().obstacles().pauses();
  }

  private static Reason lack(TwoHosts hosts) throws Exception {
    AtomicReference<Reason> lack = new AtomicReference<>();
    TwoHosts.on(hosts.server(), () -> lack.set(pauses(hosts).lack(System.nanoTime())));
    return lack.get();
  }

  @Test
  void lackOfThisHostIsOverWhenAnEndThatAcceptedIsBound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = PlayedPeer.limbo(hosts, ends);
    TwoHosts.on(
        hosts.server(),
        () -> {
          long now = System.nanoTime();
          long before = now - TimeUnit.SECONDS.toNanos(25); // it would hold for so long
          pauses(hosts).lacking(RdmaReasons.NO_QUEUE_PAIR, before, now);
        });
    client.send(TestMessages.hello(client));
    ends[1].committed();
    assertNull(lack(hosts));
  }

  /** The reactor's thread does not poll the HELLO itself here. */
  @Test
  void lackIsOverEvenIfAThreadOfTheProgramGetsTheHello() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = PlayedPeer.limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    ByteBuffer hello = TestMessages.hello(client);
    long now = System.nanoTime();
    hosts.onServer(
        () -> {
          pauses(hosts).lacking(RdmaReasons.NO_QUEUE_PAIR, now - 1, now);
          PlayedPeer.send(client, hello);
          promised.available(0); // which polls, as a read does
          assertTrue(promised.isCommitted());
          assertEquals(RdmaReasons.NO_QUEUE_PAIR, pauses(hosts).lack(now));
        });
    AtomicBoolean kept = new AtomicBoolean(true);
    while (kept.get()) {
      hosts.onServer(() -> kept.set(pauses(hosts).lack(now) != null));
    }
    hosts.onServer(() -> assertTrue(TwoHosts.pair(promised).isOnTrial()));
  }

  /** The connection manager may send no event: only a probe without an answer shows it. */
  @Test
  void peerThatDiesBeforeItsHelloIsMissed() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    PlayedPeer.limbo(hosts, ends).vanish();
    assertEquals(
        RdmaReasons.NO_ROUTE,
        ends[1].uninstalled.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void readerThatMetTheEndOfTcpInLimboIsToldThatThePeerIsGone() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = PlayedPeer.limbo(hosts, ends);
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
    MemoryEndpoint client = PlayedPeer.limbo(hosts, ends);
    client.vanish();
    assertEquals(-1, ends[1].installed.get().awaitEnd(0));
  }

  /** Without HELLO the peer can interpret nothing else. */
  @Test
  void helloIsSaidFirstAfterTheProof() throws Exception {
    TwoHosts hosts = new TwoHosts();
    MemoryEndpoint client = PlayedPeer.limbo(hosts, hosts.newConnection());
    boolean[] proved = new boolean[1];
    TestMessages.next(
        client,
        message -> {
          assertTrue(proved[0] ? TestMessages.isHello(message) : TestMessages.isProof(message));
          boolean second = proved[0];
          proved[0] = true;
          return second;
        });
  }

  /** A peer that has sent HELLO may have switched and ended. */
  @Test
  void whoGivesUpInLimboLooksForHelloBefore() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = PlayedPeer.limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    ByteBuffer hello = TestMessages.hello(client);
    TwoHosts.on(
        hosts.server(),
        () -> {
          PlayedPeer.send(client, hello);
          TwoHosts.pair(promised).deadline(System.nanoTime() - 1);
          hosts.server().pairing().upkeep().tick(TwoHosts.pair(promised), System.nanoTime(), false);
        });
    assertTrue(promised.isCommitted());
    assertFalse(ends[1].uninstalled.isDone());
  }

  /** The queue is empty for now, since the device has not flushed it yet. */
  @Test
  void whoGivesUpInLimboWaitsForHelloFromASlowDevice() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = PlayedPeer.limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    ByteBuffer hello = TestMessages.hello(client);
    TwoHosts.on(
        hosts.server(),
        () -> {
          TwoHosts.endpoint(promised).beSlowToFlush();
          PlayedPeer.send(client, hello);
          TwoHosts.pair(promised).deadline(System.nanoTime() - 1);
          hosts.server().pairing().upkeep().tick(TwoHosts.pair(promised), System.nanoTime(), false);
        });
    assertTrue(promised.isCommitted());
    assertFalse(ends[1].uninstalled.isDone());
  }

  /** The failing call is the first to find the break, and the HELLO was acknowledged before. */
  @Test
  void whoseDeviceFailsInLimboLooksForHelloBefore() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = PlayedPeer.limbo(hosts, ends);
    RdmaTransport promised = ends[1].installed.get();
    ByteBuffer hello = TestMessages.hello(client);
    TwoHosts.on(
        hosts.server(),
        () -> {
          PlayedPeer.send(client, hello);
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
    PlayedPeer.limbo(hosts, ends);
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

  /** Nothing has switched yet, and TCP works. */
  @Test
  void whoConnectedDoesNotBindWhatIsOver() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    verbs.listen(ends[1].ends().localAddress(), TwoHosts.PORT, 1);
    RdmaEndpoint asking = (RdmaEndpoint) hosts.ask(ends[0]);
    Event request = verbs.nextEvent(20_000);
    byte[] answer =
        RdmaGreeting.ours(ends[0].ends().localPort(), new byte[16], new byte[16]).bytes();
    MemoryEndpoint server = (MemoryEndpoint) request.request().accept(answer, 1);
    while (!hasBegun(hosts.client(), asking)) {
      Thread.onSpinWait();
    }
    ByteBuffer hello = TestMessages.hello(server);
    TwoHosts.on(
        hosts.client(),
        () -> {
          PlayedPeer.send(server, hello);
          hosts.client().pairing().upkeep().disconnected(asking.pair);
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
    MemoryEndpoint client = PlayedPeer.limbo(hosts, hosts.newConnection());
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
    RdmaTransport asking = ends[0].installed.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
    while (!asking.connection().hasCommitted()) {
      Thread.onSpinWait();
    }
    assertFalse(asking.isCommitted());
    TwoHosts.endpoint(asking).disconnect();
    assertEquals(
        Reason.NO_PEER, ends[1].uninstalled.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  /** An acceptor in limbo returns to TCP if the client abandons the pair. */
  @Test
  void clientThatRetractsInTimeStaysOnTcpWithItsPeer() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    hosts.accept(ends[1]);
    ends[0].installed.complete(null); // install() returns false from now on
    hosts.ask(ends[0]);
    assertEquals(
        Reason.NO_PEER, ends[1].uninstalled.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    RdmaTransport promised = ends[1].installed.get();
    assertFalse(promised.isCommitted());
    assertTrue(promised.abort());
    assertEquals(-1, promised.awaitEnd(0));
  }
}
