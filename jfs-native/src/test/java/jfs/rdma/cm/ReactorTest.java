package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.contract.Background;
import jfs.core.host.HostServices;
import jfs.core.runtime.ServiceThreads;
import jfs.core.transport.Reason;
import jfs.natives.Errno;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.stream.SpillBudget;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.MemoryFabric;
import jfs.rdma.verbs.MemoryVerbs;
import jfs.rdma.verbs.NoVerbsException;
import jfs.rdma.verbs.VerbsException;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reactor when memory is lacking, or when something else fails in its thread. */
@Timeout(60)
class ReactorTest {

  private final OutOfMemoryError noMemory = new OutOfMemoryError("of this test's");

  private TwoHosts hosts;

  @BeforeEach
  void start() throws Exception {
    Needed.require(HostServices.installed() != null, "no native library");
    hosts = new TwoHosts();
  }

  private static FutureTask<Integer> sleeper(RdmaTransport transport, byte[] bytes) {
    FutureTask<Integer> reader = new FutureTask<>(() -> receive(transport, bytes));
    Thread thread = new Thread(reader);
    thread.setDaemon(true);
    thread.start();
    while (!ConnectionProbe.isReaderAsleep(transport)) {
      Thread.onSpinWait();
    }
    return reader;
  }

  /** The reading thread itself may find no memory as it goes to sleep; its program reads again. */
  private static int receive(RdmaTransport transport, byte[] bytes) throws IOException {
    while (true) {
      try {
        return transport.receiver().receive(bytes, 0, bytes.length, 0);
      } catch (OutOfMemoryError e) {
        Thread.onSpinWait();
      }
    }
  }

  private static MemoryEndpoint endpoint(RdmaTransport transport) {
    return TwoHosts.endpoint(transport);
  }

  private static void passes(TestEnd[] ends) throws Exception {
    byte[] bytes = new byte[3];
    FutureTask<Integer> reader = sleeper(ends[1].committed(), bytes);
    ends[0].committed().sender().send(new byte[] {1, 2, 3}, 0, 3);
    assertEquals(3, reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertArrayEquals(new byte[] {1, 2, 3}, bytes);
  }

  /** A later turn does what this one left undone. */
  @Test
  void turnThatFailsIsNotTheLast() throws Exception {
    TestEnd[] ends = hosts.pair();
    FutureTask<Integer> reader = sleeper(ends[1].committed(), new byte[1]);
    hosts.serverVerbs().fail(noMemory, 5);
    ends[0].committed().sender().send(new byte[] {1}, 0, 1);
    assertEquals(1, reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    passes(hosts.pair());
    assertNull(hosts.server().refusal(ends[1].ends().localAddress()));
  }

  /** Even if memory is lacking for long: the program has it. */
  @Test
  void lackOfMemoryIsNeverTheEnd() throws Exception {
    TestEnd[] ends = hosts.pair();
    hosts.serverVerbs().fail(noMemory, 400);
    passes(ends);
  }

  /** The JDK wraps the error if it kept a call from being linked. */
  @Test
  void norIsLackOfMemoryToLinkACall() throws Exception {
    TestEnd[] ends = hosts.pair();
    hosts.serverVerbs().fail(new InternalError(noMemory), 150);
    passes(ends);
  }

  /** A probe that finds no memory is repeated, and its pair is not given up. */
  @Test
  void lackOfMemoryForOnePairIsNotItsEnd() throws Exception {
    TestEnd[] ends = hosts.pair();
    MemoryEndpoint endpoint = endpoint(ends[1].committed());
    endpoint.failToProbe(new InternalError(noMemory));
    endpoint.awaitProbes(2);
    passes(ends);
  }

  /** The library is opened once, in a later run if an earlier one had no memory. */
  @Test
  void lackOfMemoryToOpenTheLibraryIsNotTheEndEither() throws Exception {
    MemoryVerbs verbs = new MemoryVerbs(new MemoryFabric());
    AtomicInteger asked = new AtomicInteger();
    Reactor reactor =
        new Reactor(
            () -> {
              if (asked.getAndIncrement() < 2) {
                throw noMemory;
              }
              return verbs;
            },
            ClusterKey.none(),
            () -> TwoHosts.BUDGET,
            SpillBudget.ofProcess(),
            new Reopening());
    TestEnd[] ends = hosts.newConnection();
    reactor.register(ends[1]);
    ServiceThreads.lasting(reactor, "reactor").start();
    while (verbs.fabric().listener(TwoHosts.PORT) == null) {
      Thread.onSpinWait();
    }
    assertEquals(3, asked.get());
    assertNull(reactor.refusal(ends[1].ends().localAddress()));
  }

  /** A lack of kernel memory counts like a lack of heap. */
  @Test
  void lackOfMemoryInTheKernelIsNotTheEnd() throws Exception {
    TestEnd[] ends = hosts.pair();
    FutureTask<Integer> reader = sleeper(ends[1].committed(), new byte[1]);
    hosts.serverVerbs().fail(new VerbsException("event", Errno.ENOMEM), 5);
    ends[0].committed().sender().send(new byte[] {1}, 0, 1);
    assertEquals(1, reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    passes(hosts.pair());
    assertNull(hosts.server().refusal(ends[1].ends().localAddress()));
  }

  /** No thread waits for a connection manager that has failed. */
  @Test
  void otherFailuresOfTheConnectionManagerAreTheEnd() throws Exception {
    TestEnd[] ends = hosts.pair();
    FutureTask<Integer> reader = sleeper(ends[1].committed(), new byte[1]);
    hosts.serverVerbs().fail(new VerbsException("event", Errno.EBADF), 1);
    Exception e =
        assertThrows(
            Exception.class, () -> reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals("Connection reset", e.getCause().getMessage());
    assertEquals(RdmaReasons.NO_MANAGER, hosts.server().refusal(ends[1].ends().localAddress()));
  }

  @Test
  void otherErrorsOfATurnAreBorneToo() throws Exception {
    TestEnd[] ends = hosts.pair();
    hosts.serverVerbs().fail(new InternalError("of this test's"), 3);
    passes(ends);
  }

  /** The queue's event has come, so it is not armed any more, and no other thread would poll it. */
  @Test
  void sleeperWhoseQueueCouldNotBePolledIsWokenAllTheSame() throws Exception {
    TestEnd[] ends = hosts.pair();
    byte[] bytes = new byte[1];
    FutureTask<Integer> reader = sleeper(ends[1].committed(), bytes);
    endpoint(ends[1].committed()).fail(noMemory, 3);
    ends[0].committed().sender().send(new byte[] {7}, 0, 1);
    assertEquals(1, reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(7, bytes[0]);
    passes(ends);
  }

  @Test
  void endOfAPeerIsNoticedAllTheSame() throws Exception {
    TestEnd[] ends = hosts.pair();
    FutureTask<Integer> reader = sleeper(ends[1].committed(), new byte[1]);
    endpoint(ends[1].committed()).fail(noMemory, 3);
    endpoint(ends[0].committed()).destroy();
    Exception e =
        assertThrows(
            Exception.class, () -> reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals("Connection reset", e.getCause().getMessage());
  }

  /** There is no second request: the connection stays on TCP. */
  @Test
  void connectionThatCouldNotBeBegunStaysOnTcp() throws Exception {
    TestEnd[] ends = hosts.newConnection();
    ends[0].failing = noMemory;
    hosts.accept(ends[1]);
    hosts.ask(ends[0]);
    assertEquals(
        RdmaReasons.NO_MANAGER,
        ends[0].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(
        Reason.NO_PEER, ends[1].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertFalse(ends[0].installed.isDone());
    passes(hosts.pair());
  }

  /** As with a service that the host starts before its drivers. */
  @Test
  void driverThatIsLoadedLaterIsFound() throws Exception {
    MemoryVerbs verbs = new MemoryVerbs(new MemoryFabric());
    AtomicInteger asked = new AtomicInteger();
    Reactor reactor =
        new Reactor(
            () -> {
              if (asked.getAndIncrement() < 2) {
                throw new NoVerbsException(NoVerbsException.Missing.MANAGER, "not yet");
              }
              return verbs;
            },
            ClusterKey.none(),
            () -> TwoHosts.BUDGET,
            SpillBudget.ofProcess(),
            new Reopening(0));
    TestEnd[] ends = hosts.newConnection();
    reactor.register(ends[1]);
    Thread thread = new Thread(reactor);
    thread.setDaemon(true);
    thread.start();
    assertEquals(
        RdmaReasons.NO_MANAGER,
        ends[1].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    while (reactor.refusal(ends[1].ends().localAddress()) != null) {
      Thread.onSpinWait();
    }
    // It also listens where connections were accepted before.
    while (verbs.fabric().listener(TwoHosts.PORT) == null) {
      Thread.onSpinWait();
    }
  }

  /** The first connection of a JVM: it asks before the reactor has tried to open the libraries. */
  @Test
  void connectionRegisteredAfterTheFailureIsToldOfIt() throws Exception {
    Reactor reactor =
        new Reactor(
            () -> {
              throw new NoVerbsException(NoVerbsException.Missing.LIBRARY, "of this test's");
            },
            ClusterKey.none());
    TestEnd end = hosts.newConnection()[0];
    assertNull(reactor.refusal(end.ends().localAddress()));
    reactor.run(); // returns, since there is no library to wait for
    reactor.register(end);
    assertEquals(RdmaReasons.NO_LIBRARY, end.explained.getNow(null));
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
    TestEnd end = hosts.newConnection()[0];
    reactor.register(end);
    reactor.run();
    assertEquals(
        RdmaReasons.NO_LIBRARY, end.explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(RdmaReasons.NO_LIBRARY, reactor.refusal(end.ends().localAddress()));
    long begin = System.nanoTime();
    reactor.drainAll();
    assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2));
  }
}
