package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.host.HostServices;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
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
    assertFalse(ends[0].installed.get().retract());
    assertFalse(ends[1].installed.get().retract());
  }

  @Test
  void endThatIsAcceptedLateIsFound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    hosts.ask(ends[0]);
    assertEquals(Reason.NO_PEER, reason(ends[0])); // nobody listens as yet
    hosts.server().register(ends[1]);
    ends[0].bound();
    ends[1].bound();
  }

  @Test
  void whoDoesNotAnswerIsNotAskedAgainForAWhile() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().cut();
    TestEnd first = hosts.newConnection()[0];
    Entry asked = (Entry) hosts.ask(first);
    TestEnd second = hosts.newConnection()[0];
    Entry next = (Entry) hosts.client().register(second);
    TwoHosts.on(
        hosts.client(),
        () -> {
          hosts.client().pairing().late(asked.pair);
          hosts.client().pairing().connect(next);
        });
    assertEquals(RdmaReasons.NO_ROUTE, reason(first));
    assertEquals(RdmaReasons.NO_ROUTE, reason(second));
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

  private static void staysOnTcp(TwoHosts hosts) throws Exception {
    TestEnd[] ends = hosts.newConnection();
    hosts.server().register(ends[1]);
    TwoHosts.on(hosts.server(), () -> {}); // it listens now
    hosts.ask(ends[0]);
    assertEquals(RdmaReasons.WRONG_KEY, reason(ends[0]));
    assertFalse(ends[0].installed.isDone());
  }

  @Test
  void endThatIsNotFreeIsNotBound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    ends[1].free = false;
    hosts.server().register(ends[1]);
    TwoHosts.on(hosts.server(), () -> {}); // it listens now
    hosts.ask(ends[0]);
    assertEquals(Reason.NOT_FREE, reason(ends[0]));
  }

  /** A connection whose acceptor has promised to go along, and what it waits for a HELLO of. */
  private static MemoryEndpoint limbo(TwoHosts hosts, TestEnd[] ends) throws Exception {
    hosts.server().register(ends[1]);
    TwoHosts.on(hosts.server(), () -> {}); // it listens now
    FourTuple theirs = ends[0].ends();
    byte[] nonce = new byte[Greeting.NONCE];
    byte[] proof = ClusterKey.none().proof("asks", theirs, nonce);
    Endpoint client =
        new MemoryVerbs(hosts.fabric())
            .connect(
                theirs.localAddress(),
                new InetSocketAddress(theirs.remoteAddress(), theirs.remotePort()),
                Greeting.ours(theirs.localPort(), nonce, proof).bytes(),
                1);
    ends[1].installed.get(20, TimeUnit.SECONDS);
    return (MemoryEndpoint) client;
  }

  /** The connection manager may not tell: only a device that does not answer does. */
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
    FutureTask<Long> end = new FutureTask<>(promised::awaitEnd);
    new Thread(end).start();
    while (!promised.talk().reader().isAsleep()) {
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
    assertEquals(-1, ends[1].installed.get().awaitEnd());
  }

  /** Else the end of TCP in limbo could not be told from that of a stream that goes on. */
  @Test
  void whoseHelloHasNotArrivedDoesNotSwitchOver() throws Exception {
    TwoHosts hosts = new TwoHosts();
    hosts.fabric().loseWhatConnectorsSend();
    TestEnd[] ends = hosts.newConnection();
    hosts.server().register(ends[1]);
    hosts.ask(ends[0]);
    RdmaTransport asking = ends[0].installed.get(20, TimeUnit.SECONDS);
    while (!asking.hasBound()) {
      Thread.onSpinWait();
    }
    assertFalse(asking.isBound());
    asking.pair().endpoint().disconnect();
    assertEquals(Reason.NO_PEER, ends[1].uninstalled.get(20, TimeUnit.SECONDS));
  }

  /** Who accepted has promised to go along, and is let off if there will be no pair. */
  @Test
  void clientThatRetractsInTimeStaysOnTcpWithItsPeer() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    hosts.server().register(ends[1]);
    TwoHosts.on(hosts.server(), () -> {});
    ends[0].installed.complete(null); // install() says no from now on
    hosts.ask(ends[0]);
    assertEquals(Reason.NO_PEER, ends[1].uninstalled.get(20, TimeUnit.SECONDS));
    RdmaTransport promised = ends[1].installed.get();
    assertFalse(promised.isBound());
    assertTrue(promised.retract());
    assertEquals(-1, promised.awaitEnd());
  }

  /** A JVM on a host without RDMA must not wait for anything when it ends. */
  @Test
  void whereThereAreNoVerbsEverythingIsToldAndNothingDrained() throws Exception {
    Reactor reactor =
        new Reactor(
            () -> {
              throw new NoVerbsException(RdmaReasons.NO_LIBRARY, "none in this test");
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
