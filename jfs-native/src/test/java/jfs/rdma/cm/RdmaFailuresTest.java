package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import jfs.contract.Background;
import jfs.core.host.HostServices;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.natives.Errno;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.VerbsException;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Devices that fail, and peers with pairs that do not last. */
@Timeout(60)
class RdmaFailuresTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final VerbsException broken = new VerbsException("of this test's", Errno.EIO);

  /**
   * A failure that is noted after this time bars what is asked for at this time, even if its pause
   * is short.
   */
  private final long begin = System.nanoTime();

  private TwoHosts hosts;

  /** Registered endpoints refer to them weakly. */
  private final List<TestEnd> held = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    Needed.require(HostServices.installed() != null, "no native library");
    hosts = new TwoHosts();
  }

  private static InetAddress host(int number) throws Exception {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
  }

  private static Reason reason(TestEnd end) throws Exception {
    return end.explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static <T> T on(Reactor reactor, Supplier<T> question) throws Exception {
    AtomicReference<T> answer = new AtomicReference<>();
    TwoHosts.on(reactor, () -> answer.set(question.get()));
    return answer.get();
  }

  private static RdmaFailures failures(Reactor reactor) {
    return reactor.pairing().obstacles().failures();
  }

  /** The reason that bars connections of this end's device, as noted since the beginning. */
  private Reason ofDevice(Reactor reactor, TestEnd end) throws Exception {
    return on(reactor, () -> failures(reactor).ofDevice(end.ends(), begin));
  }

  /** The end that accepted a connection from one of many hosts. */
  private TestEnd accepted(int from) throws Exception {
    FourTuple ends = hosts.newConnection()[1].ends();
    FourTuple own =
        new FourTuple(ends.localAddress(), ends.localPort(), host(from), ends.remotePort());
    TestEnd end = new TestEnd(own, false);
    held.add(end);
    hosts.accept(end);
    return end;
  }

  /** The answer to a JFS client that requests a connection to such an end. */
  private Event ask(TestEnd accepted) throws Exception {
    FourTuple theirs = accepted.ends().mirrored();
    byte[] nonce = new byte[RdmaGreeting.NONCE];
    byte[] proof = ClusterKey.none().proof("asks", theirs, nonce);
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    verbs.connect(
        theirs.localAddress(),
        new InetSocketAddress(theirs.remoteAddress(), theirs.remotePort()),
        RdmaGreeting.ours(theirs.localPort(), nonce, proof).bytes(),
        1);
    return verbs.nextEvent(20_000);
  }

  /** Requests a connection to one of many hosts. */
  private TestEnd asked(int host) throws Exception {
    FourTuple ends = hosts.newConnection()[0].ends();
    TestEnd end =
        new TestEnd(
            new FourTuple(ends.localAddress(), ends.localPort(), host(host), TwoHosts.PORT), true);
    held.add(end);
    hosts.ask(end);
    return end;
  }

  @Test
  void deviceThatAcceptsNothingIsLeftAlone() throws Exception {
    hosts.serverVerbs().acceptNoneEver(broken);
    for (int i = 0; i < FailuresInARow.MANY; i++) {
      TestEnd end = accepted(i);
      assertNull(ofDevice(hosts.server(), end), "after " + i);
      Event answer = ask(end);
      assertEquals(Event.Kind.REFUSED, answer.kind());
      assertEquals("rdma-device-failed", RdmaGreeting.refusalOf(answer.data()));
      assertEquals(RdmaReasons.DEVICE_FAILED, reason(end));
    }
    assertEquals(RdmaReasons.DEVICE_FAILED, ofDevice(hosts.server(), accepted(0)));
  }

  @Test
  void clientsThatHaveGoneAreNoFailureOfTheDevice() throws Exception {
    hosts.serverVerbs().acceptNoneEver(new VerbsException("connection", Errno.ECONNRESET));
    TestEnd end = null;
    for (int i = 0; i < 2 * FailuresInARow.MANY; i++) {
      end = accepted(i);
      ask(end);
    }
    assertNull(ofDevice(hosts.server(), end));
  }

  @Test
  void nobodyIsAcceptedOnADeviceThatFails() throws Exception {
    TestEnd end = accepted(1);
    fails(hosts.server(), end);
    assertEquals("rdma-device-failed", RdmaGreeting.refusalOf(ask(end).data()));
    assertEquals(RdmaReasons.DEVICE_FAILED, reason(end));
  }

  @Test
  void nobodyIsAskedFromADeviceThatFails() throws Exception {
    TestEnd end = hosts.newConnection()[0];
    fails(hosts.client(), end);
    RdmaEndpoint registered = (RdmaEndpoint) hosts.ask(end);
    assertEquals(RdmaReasons.DEVICE_FAILED, reason(end));
    assertNull(registered.pair);
  }

  /** Makes a device fail for longer than this test takes. */
  private static void fails(Reactor reactor, TestEnd end) throws Exception {
    long now = System.nanoTime();
    TwoHosts.on(reactor, () -> failures(reactor).notRegistered(end.ends(), now - 25 * SECOND, now));
  }

  @Test
  void deviceThatConnectsNothingIsLeftAlone() throws Exception {
    hosts.clientVerbs().connectNothing(Errno.EIO);
    TestEnd end = null;
    for (int i = 0; i < FailuresInARow.MANY; i++) {
      end = asked(i);
      assertEquals(RdmaReasons.DEVICE_FAILED, reason(end));
      assertEquals(i == FailuresInARow.MANY - 1, ofDevice(hosts.client(), end) != null);
    }
    assertEquals(RdmaReasons.DEVICE_FAILED, ofDevice(hosts.client(), end));
  }

  @Test
  void peersWithoutAWayAreNoFailureOfTheDevice() throws Exception {
    hosts.clientVerbs().connectNothing(Errno.EHOSTUNREACH);
    TestEnd end = null;
    for (int i = 0; i < 2 * FailuresInARow.MANY; i++) {
      end = asked(i);
      assertEquals(RdmaReasons.NO_ROUTE, reason(end));
    }
    assertNull(ofDevice(hosts.client(), end));
  }

  @Test
  void deviceThatRegistersNothingIsLeftAlone() throws Exception {
    hosts.clientVerbs().registerNothing(broken);
    TestEnd[] ends = hosts.newConnection();
    hosts.accept(ends[1]);
    hosts.ask(ends[0]);
    assertEquals(RdmaReasons.DEVICE_FAILED, reason(ends[0]));
    assertEquals(RdmaReasons.DEVICE_FAILED, ofDevice(hosts.client(), ends[0]));
    assertFalse(ends[0].installed.isDone());
  }

  @Test
  void lackOfLockedMemoryIsNoFailureOfTheDevice() throws Exception {
    hosts.clientVerbs().registerNothing(new VerbsException("memory", Errno.ENOMEM));
    TestEnd[] ends = hosts.newConnection();
    hosts.accept(ends[1]);
    hosts.ask(ends[0]);
    assertEquals(RdmaReasons.NO_PINNED_MEMORY, reason(ends[0]));
    assertNull(ofDevice(hosts.client(), ends[0]));
  }

  @Test
  void pairThatIsBoundEndsTheFailures() throws Exception {
    TestEnd[] ends = hosts.newConnection();
    fails(hosts.client(), ends[0]);
    TwoHosts.on(hosts.client(), () -> failures(hosts.client()).committed(ends[0].ends()));
    assertNull(ofDevice(hosts.client(), ends[0]));
  }

  /** The connection asks again at twice its age. */
  @Test
  void connectionMadeMeanwhileIsPairedLater() throws Exception {
    TestEnd[] ends = hosts.newConnection();
    fails(hosts.client(), ends[0]);
    hosts.server().register(ends[1]);
    RdmaEndpoint registered = (RdmaEndpoint) hosts.ask(ends[0]);
    assertEquals(RdmaReasons.DEVICE_FAILED, reason(ends[0]));
    TwoHosts.on(hosts.client(), () -> failures(hosts.client()).committed(ends[0].ends()));
    registered.want();
    ends[0].committed();
    ends[1].committed();
  }

  private Reason ofPeer(InetAddress address, int port) throws Exception {
    InetSocketAddress peer = new InetSocketAddress(address, port);
    return on(hosts.client(), () -> failures(hosts.client()).ofPeer(peer, begin));
  }

  private static MemoryEndpoint endpoint(TestEnd end) throws Exception {
    return TwoHosts.endpoint(end.committed());
  }

  private static void awaitJudgement(Reactor reactor, TestEnd end) throws Exception {
    RdmaPair pair = TwoHosts.pair(end.committed());
    while (on(reactor, pair::isOnTrial)) {
      Thread.onSpinWait();
    }
  }

  /** Each more pair would be one more reset connection of the program. */
  @Test
  void peerWhosePairBreaksAtOnceIsLeftAlone() throws Exception {
    TestEnd[] ends = hosts.pair();
    assertTrue(on(hosts.client(), () -> pair(ends[0]).isOnTrial()));
    endpoint(ends[0]).fail();
    awaitJudgement(hosts.client(), ends[0]);
    InetAddress peer = ends[0].ends().remoteAddress();
    assertEquals(RdmaReasons.UNSTABLE, ofPeer(peer, TwoHosts.PORT));
    assertEquals(RdmaReasons.UNSTABLE, ofPeer(peer, TwoHosts.PORT + 1), "the way to its host");
    assertNull(ofPeer(host(1), TwoHosts.PORT));
    assertNull(ofDevice(hosts.client(), ends[0]), "not by one");
  }

  /** Else each later connection would fail at the same point. */
  @Test
  void peerWhosePairBreaksBeforeItIsBoundIsLeftAlone() throws Exception {
    TestEnd[] ends = hosts.newConnection();
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    verbs.listen(ends[1].ends().localAddress(), TwoHosts.PORT, 1);
    RdmaEndpoint asking = (RdmaEndpoint) hosts.ask(ends[0]);
    Event request = verbs.nextEvent(20_000);
    byte[] answer =
        RdmaGreeting.ours(ends[0].ends().localPort(), new byte[16], new byte[16]).bytes();
    request.request().accept(answer, 1);
    while (!on(hosts.client(), () -> asking.pair.transport() != null)) {
      Thread.onSpinWait();
    }
    TwoHosts.on(hosts.client(), () -> ((MemoryEndpoint) asking.pair.endpoint()).fail());
    assertEquals(RdmaReasons.NO_ROUTE, reason(ends[0]));
    InetSocketAddress peer =
        new InetSocketAddress(ends[0].ends().remoteAddress(), ends[0].ends().remotePort());
    Reason noted =
        on(hosts.client(), () -> hosts.client().pairing().obstacles().pauses().of(peer, begin));
    assertEquals(RdmaReasons.NO_ROUTE, noted);
  }

  private static RdmaPair pair(TestEnd end) {
    return TwoHosts.pair(end.installed.getNow(null));
  }

  @Test
  void portWhoseProcessDiesAtOnceIsLeftAlone() throws Exception {
    TestEnd[] ends = hosts.pair();
    endpoint(ends[1]).disconnect();
    awaitJudgement(hosts.client(), ends[0]);
    InetAddress peer = ends[0].ends().remoteAddress();
    assertEquals(RdmaReasons.UNSTABLE, ofPeer(peer, TwoHosts.PORT));
    assertNull(ofPeer(peer, TwoHosts.PORT + 1));
  }

  @Test
  void pairThatEndsInOrderIsNoFailure() throws Exception {
    TestEnd[] ends = hosts.pair();
    for (TestEnd end : ends) {
      end.committed().close(false, false);
      end.committed().release();
    }
    awaitJudgement(hosts.client(), ends[0]);
    assertNull(ofPeer(ends[0].ends().remoteAddress(), TwoHosts.PORT));
  }

  @Test
  void pairThatHasLastedMayBreak() throws Exception {
    TestEnd[] ends = hosts.pair();
    RdmaPair pair = pair(ends[0]);
    TwoHosts.on(
        hosts.client(),
        () -> {
          long later = pair.committedAt() + RdmaFailures.EARLY_NANOS;
          failures(hosts.client()).judge(pair, 0, false, later - 1);
          assertTrue(pair.isOnTrial());
          failures(hosts.client()).judge(pair, ConnectionProbe.RESET, false, later);
          assertFalse(pair.isOnTrial());
        });
    assertNull(ofPeer(ends[0].ends().remoteAddress(), TwoHosts.PORT));
  }

  @Test
  void whosePairsBreakIsNotAsked() throws Exception {
    TestEnd end = hosts.newConnection()[0];
    FourTuple ends = end.ends();
    long now = System.nanoTime();
    TwoHosts.on(
        hosts.client(),
        () ->
            failures(hosts.client())
                .breaks()
                .unreachable(ends.remoteAddress(), RdmaReasons.UNSTABLE, now - 60 * SECOND, now));
    RdmaEndpoint registered = (RdmaEndpoint) hosts.ask(end);
    assertEquals(RdmaReasons.UNSTABLE, reason(end));
    assertNull(registered.pair);
  }

  @Test
  void deviceFailsThatFailsWithManyPeers() throws Exception {
    FailuresInARow failures = new FailuresInARow();
    InetAddress local = host(100);
    for (int i = 1; i < FailuresInARow.MANY; i++) {
      assertFalse(failures.failed(local, host(i), i, i));
      assertFalse(failures.failed(local, host(0), 0, i), "under way together");
      assertFalse(failures.failed(local, host(i), i, i), "the same peer");
    }
    assertTrue(failures.failed(local, host(0), 10, 10));
    assertTrue(failures.failed(local, host(1), 11, 11), "as long as none works");
    assertFalse(failures.failed(host(101), host(0), 10, 10), "another device");
    failures.worked(local);
    assertFalse(failures.failed(local, host(0), 11, 11));
  }

  /** Each of the two peers is left alone by itself. */
  @Test
  void twoPeersInTurnAreNoFailureOfTheDevice() throws Exception {
    FailuresInARow failures = new FailuresInARow();
    for (int i = 0; i < 10 * FailuresInARow.MANY; i++) {
      assertFalse(failures.failed(host(100), host(i % 2), i, i));
    }
  }
}
