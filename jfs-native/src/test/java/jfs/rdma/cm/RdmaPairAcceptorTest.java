package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.host.HostServices;
import jfs.core.transport.Reason;
import jfs.natives.Errno;
import jfs.rdma.stream.TestMessages;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.VerbsException;
import org.junit.jupiter.api.Assumptions;
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
    Assumptions.assumeTrue(HostServices.installed() != null, "no native library");
  }

  private static Reason reason(TestEnd end) throws Exception {
    return end.explained.get(20, TimeUnit.SECONDS);
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

  private static Refusals refusals(TwoHosts hosts) {
    return hosts.server().pairing().obstacles().refusals();
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
