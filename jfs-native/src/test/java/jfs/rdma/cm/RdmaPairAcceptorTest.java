package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import jfs.contract.Background;
import jfs.core.host.HostServices;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.natives.Errno;
import jfs.rdma.stream.SpillBudget;
import jfs.rdma.stream.TestMessages;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryFabric;
import jfs.rdma.verbs.MemoryPages;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.VerbsException;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an end that accepted answers to requests, and with which keys. */
@Timeout(60)
class RdmaPairAcceptorTest {

  @TempDir Path folder;

  private ClusterKey key(String text) throws Exception {
    return ClusterKey.of(Files.writeString(folder.resolve("key"), text));
  }

  @BeforeEach
  void needNativeLibrary() {
    Needed.require(HostServices.installed() != null, "no native library");
  }

  private static Reason reason(TestEnd end) throws Exception {
    return end.explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
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
    MemoryEndpoint client = PlayedPeer.ask(hosts, ends, key);
    client.send(TestMessages.proof(new byte[ClusterKey.PROOF]));
    assertEquals(RdmaReasons.WRONG_KEY, reason(ends[1]));
    assertFalse(ends[1].installed.isDone());
  }

  /** Else it could hold memory for as long as it likes. */
  @Test
  void requestIsAcceptedOnce() throws Exception {
    ClusterKey key = key("0123456789abcdef");
    TwoHosts hosts = new TwoHosts(key, key);
    TestEnd[] ends = hosts.newConnection();
    PlayedPeer.Accepted first = PlayedPeer.accepted(hosts, ends, key);
    first.client().disconnect();
    while (hasPairs(hosts.server())) {
      Thread.onSpinWait();
    }
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    PlayedPeer.request(verbs, first.ends(), first.nonce(), key);
    assertEquals(Event.Kind.REFUSED, verbs.nextEvent(20_000).kind());
    byte[] another = new byte[RdmaGreeting.NONCE];
    another[0] = 1;
    PlayedPeer.request(verbs, first.ends(), another, key);
    assertEquals(Event.Kind.ACCEPTED, verbs.nextEvent(20_000).kind());
  }

  /** Memory may lack for the answer, too. */
  @Test
  void memoryIsGivenBackWhereNoAnswerCanBeMade() throws Exception {
    MemoryVerbs asking = new MemoryVerbs(new MemoryFabric());
    MemoryVerbs verbs = new MemoryVerbs(asking.fabric());
    FourTuple ends = new TwoHosts().newConnection()[0].ends();
    verbs.listen(ends.remoteAddress(), TwoHosts.PORT, 1);
    PlayedPeer.request(asking, ends, new byte[RdmaGreeting.NONCE], ClusterKey.none());
    Event request = verbs.nextEvent(20_000);
    TestEnd end = new TestEnd(ends.mirrored(), false);
    EndpointRegistry<RdmaEndpoint> registry = new EndpointRegistry<>();
    registry.add(new RdmaEndpoint(null, registry, end));
    PinnedMemory memory = new PinnedMemory(bytes -> new MemoryPages(), 1 << 20);
    Tasks tasks = new Tasks();
    RdmaPairAcceptor acceptor =
        new RdmaPairAcceptor(
            registry,
            ClusterKey.none(),
            new ExhaustedRandom(),
            memory,
            new Pairs(new Released(tasks)),
            new Obstacles(new Availability(tasks, new Reopening()), SpillBudget.ofProcess()));
    for (int i = 0; i < 100; i++) { // more shares than there are
      assertThrows(OutOfMemoryError.class, () -> acceptor.requested(TwoHosts.PORT, request));
    }
    assertNotNull(memory.take());
  }

  private static final class ExhaustedRandom extends SecureRandom {

    private static final long serialVersionUID = 1;

    @Override
    public void nextBytes(byte[] bytes) {
      throw new OutOfMemoryError("of this test's");
    }
  }

  /**
   * A third party on the client's host passes on what the two ends say: the proof is the client's,
   * but not of this queue pair.
   */
  @Test
  void proofForAnotherQueuePairCommitsNobody() throws Exception {
    ClusterKey key = key("0123456789abcdef");
    TwoHosts hosts = new TwoHosts(key, key);
    TestEnd[] ends = hosts.newConnection();
    PlayedPeer.Accepted passedOn = PlayedPeer.accepted(hosts, ends, key);
    int another = passedOn.client().number() - 1;
    passedOn.client().send(TestMessages.proof(passedOn.proof(key, another)));
    assertEquals(RdmaReasons.WRONG_KEY, reason(ends[1]));
    assertFalse(ends[1].installed.isDone());
    // The same with its own number.
    TestEnd[] others = hosts.newConnection();
    PlayedPeer.Accepted own = PlayedPeer.accepted(hosts, others, key);
    own.client().send(TestMessages.proof(own.proof(key, own.client().number())));
    others[1].installed.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The same on the server's host, where the third party has accepted the client's request. */
  @Test
  void acceptorWithAnotherQueuePairIsNotFollowed() throws Exception {
    TestEnd passedOn = answered(-1);
    assertEquals(RdmaReasons.WRONG_KEY, reason(passedOn));
    assertFalse(passedOn.installed.isDone());
    answered(0).installed.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** HELLO alone says nothing of the key. */
  @Test
  void acceptorWithoutAProofIsNotFollowed() throws Exception {
    TestEnd unproved = answered(false, 0);
    assertEquals(RdmaReasons.WRONG_KEY, reason(unproved));
    assertFalse(unproved.installed.isDone());
    // Nor is it asked again at once, for another connection.
    TestEnd next = answering.newConnection()[0];
    answering.ask(next);
    assertEquals(RdmaReasons.WRONG_KEY, reason(next));
  }

  /** The hosts of {@link #answered}. */
  private TwoHosts answering;

  /** A client's end. Its acceptor names a queue pair whose number is this much too high. */
  private TestEnd answered(int tooMuch) throws Exception {
    return answered(true, tooMuch);
  }

  private TestEnd answered(boolean withProof, int tooMuch) throws Exception {
    ClusterKey key = key("0123456789abcdef");
    TwoHosts hosts = new TwoHosts(key, key);
    answering = hosts;
    FourTuple ends = hosts.newConnection()[0].ends();
    TestEnd asking = new TestEnd(ends, true);
    MemoryVerbs verbs = new MemoryVerbs(hosts.fabric());
    verbs.listen(ends.remoteAddress(), TwoHosts.PORT, 1);
    hosts.ask(asking);
    Event request = verbs.nextEvent(20_000);
    byte[] nonce = RdmaGreeting.of(request.data()).nonce();
    byte[] answer = new byte[RdmaGreeting.NONCE];
    byte[] proof = key.proof("answers", ends, nonce, answer);
    RdmaGreeting acceptance = RdmaGreeting.ours(ends.localPort(), answer, proof);
    MemoryEndpoint server = (MemoryEndpoint) request.request().accept(acceptance.bytes(), 1);
    TestMessages.next(server, TestMessages::isProof);
    byte[] numbers = PlayedPeer.numbers(request.peerNumber(), server.number() + tooMuch);
    if (withProof) {
      server.send(TestMessages.proof(key.proof("follows", ends, nonce, answer, numbers)));
    }
    server.send(TestMessages.hello(server));
    return asking;
  }

  /** Memory lacks once the client's proof was checked. */
  @Test
  void endThatCannotAnswerInstallsNothing() throws Exception {
    ClusterKey key = key("0123456789abcdef");
    TwoHosts hosts = new TwoHosts(key, key);
    TestEnd[] ends = hosts.newConnection();
    PlayedPeer.Accepted accepted = PlayedPeer.accepted(hosts, ends, key);
    MemoryEndpoint client = accepted.client();
    client.peer().failToTellNumber(new OutOfMemoryError("of this test's"), 1);
    client.send(TestMessages.proof(accepted.proof(key, client.number())));
    assertEquals(RdmaReasons.NO_MANAGER, reason(ends[1]));
    assertFalse(ends[1].installed.isDone());
  }

  @Test
  void peerThatGreetsWithoutAProofIsNotBound() throws Exception {
    TwoHosts hosts = new TwoHosts();
    TestEnd[] ends = hosts.newConnection();
    MemoryEndpoint client = PlayedPeer.ask(hosts, ends, ClusterKey.none());
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

  private static PeerPauses pauses(TwoHosts hosts) {
    return hosts.server().pairing().obstacles().pauses();
  }

  private static Reason lack(TwoHosts hosts) throws Exception {
    AtomicReference<Reason> lack = new AtomicReference<>();
    TwoHosts.on(hosts.server(), () -> lack.set(pauses(hosts).lack(System.nanoTime())));
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
    TwoHosts.on(reactor, () -> some.set(!reactor.pairing().pairs().isEmpty()));
    return some.get();
  }
}
