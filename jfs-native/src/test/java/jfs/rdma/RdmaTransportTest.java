package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.host.HostServices;
import jfs.core.tcp.Flags;
import jfs.core.tcp.SendWindow;
import jfs.core.transport.Reason;
import jfs.natives.Fds;
import jfs.rdma.verbs.MemoryEndpoint;
import jfs.rdma.verbs.VerbsInternals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RdmaTransportTest {

  private final ExecutorService background = Executors.newCachedThreadPool();
  private TwoHosts hosts;
  private TestEnd[] ends;
  private RdmaTransport client;
  private RdmaTransport server;

  @BeforeEach
  void pair() throws Exception {
    Assumptions.assumeTrue(HostServices.installed() != null, "no native library");
    hosts = new TwoHosts();
    ends = hosts.pair();
    client = ends[0].committed();
    server = ends[1].committed();
  }

  @AfterEach
  void close() {
    background.shutdownNow();
  }

  private static byte[] pattern(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] receive(RdmaTransport from, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int n = 0; n < length; ) {
      int more = from.receive(bytes, n, length - n, 20_000);
      assertTrue(more > 0, "ended after " + n);
      n += more;
    }
    return bytes;
  }

  /** Breaks the connection as the reactor does when the device reports an error. */
  private void breakOff(RdmaTransport transport) {
    endpoint(transport).fail();
  }

  private static MemoryEndpoint endpoint(RdmaTransport transport) {
    return (MemoryEndpoint) transport.pair().endpoint();
  }

  /** No later event would make the reactor look again. */
  @Test
  void lastConnectionsEndpointIsDestroyed() throws Exception {
    for (RdmaTransport last : new RdmaTransport[] {client, server}) {
      last.close(false, false);
      last.release();
      while (!endpoint(last).isDestroyed()) {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * On TCP the kernel answers a write to a closed peer: the first vanishes, as without a transport.
   */
  @Test
  void peerThatHasClosedIsNotSwitchedTo() throws Exception {
    server.close(false, false);
    while ((client.connection().receiverFlags() & Flags.CLOSED) == 0) {
      Thread.onSpinWait();
    }
    assertFalse(client.announceSwitch(1));
  }

  /** As the kernel resets bytes that come for a socket with both directions shut. */
  @Test
  void whoHasShutBothDirectionsIsClosedForWriters() throws Exception {
    server.shutdownInput();
    client.send(new byte[1], 0, 1);
    assertFalse(ends[1].tcpEnded);
    server.shutdownOutput();
    assertTrue(ends[1].tcpEnded, "the kernel resets nothing before that");
    while ((client.connection().receiverFlags() & Flags.CLOSED) == 0) {
      Thread.onSpinWait();
    }
    client.send(new byte[1], 0, 1);
    SocketException e = assertThrows(SocketException.class, () -> client.send(new byte[1], 0, 1));
    assertEquals("Broken pipe", e.getMessage());
    assertEquals(-1, client.receive(new byte[1], 0, 1, 0), "the end of file came before");
  }

  /** Closing TCP takes as long as it lingers, and only the closing thread waits for it. */
  @Test
  void closeThatLingersKeepsNobodyElseWaiting() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    ends[1].lingering = end;
    server.close(false, false);
    server.release();
    TwoHosts.on(hosts.server(), () -> {});
    end.countDown();
  }

  @Test
  void bytesComeAsTheyWereSent() throws Exception {
    byte[] sent = pattern(1_000_000);
    Future<?> sender = background.submit(() -> send(client, sent));
    assertArrayEquals(sent, receive(server, sent.length));
    sender.get();
  }

  private static Void send(RdmaTransport transport, byte[] bytes) throws IOException {
    transport.send(bytes, 0, bytes.length);
    return null;
  }

  @Test
  void bothWaysAtOnce() throws Exception {
    byte[] sent = pattern(300_000);
    Future<?> one = background.submit(() -> send(client, sent));
    Future<?> other = background.submit(() -> send(server, sent));
    Future<byte[]> received = background.submit(() -> receive(client, sent.length));
    assertArrayEquals(sent, receive(server, sent.length));
    assertArrayEquals(sent, received.get());
    one.get();
    other.get();
  }

  /** There are far fewer slots than writes, and no thread reads. */
  @Test
  void manySmallWritesAreTakenThoughNobodyReads() throws Exception {
    int count = 5_000;
    for (int i = 0; i < count; i++) {
      client.send(new byte[] {(byte) i}, 0, 1);
    }
    byte[] received = receive(server, count);
    for (int i = 0; i < count; i++) {
      assertEquals((byte) i, received[i]);
    }
  }

  @Test
  void asMuchIsTakenAsTcpWouldTakeThoughNobodyReads() throws Exception {
    byte[] sent = pattern((int) SendWindow.BY_DEFAULT);
    send(client, sent);
    assertArrayEquals(sent, receive(server, sent.length));
  }

  @Test
  void asMuchIsTakenByRingsOfDifferentSizes() throws Exception {
    TestEnd[] unequal = new TwoHosts(2L * VerbsInternals.PINNED_WITH_SHORT_RINGS).pair();
    byte[] sent = pattern((int) SendWindow.BY_DEFAULT);
    for (int from = 0; from < 2; from++) {
      send(unequal[from].committed(), sent);
      assertArrayEquals(sent, receive(unequal[1 - from].committed(), sent.length));
    }
  }

  /** All connections together take no more, even if their peers claim large buffers. */
  @Test
  void streamsThatNobodyReadsAreBounded() throws Exception {
    SpillBudget budget = new SpillBudget(8 << 20);
    TwoHosts small = new TwoHosts(budget);
    List<TestEnd[]> all = new ArrayList<>();
    List<Future<Void>> writers = new ArrayList<>();
    byte[] sent = pattern((int) SendWindow.BY_DEFAULT);
    for (int i = 0; i < 4; i++) {
      TestEnd[] more = small.pair();
      all.add(more);
      more[0].committed().socketOptions(Integer.MAX_VALUE, 1 << 16, false);
    }
    for (TestEnd[] more : all) {
      writers.add(background.submit(() -> send(more[0].committed(), sent)));
    }
    while (budget.used() < 4 << 20) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < all.size(); i++) {
      assertTrue(budget.used() <= 8 << 20);
      assertArrayEquals(sent, receive(all.get(i)[1].committed(), sent.length));
      writers.get(i).get(20, TimeUnit.SECONDS);
    }
    assertEquals(0, budget.used());
  }

  @Test
  void whereStreamsAreLeftUnreadNewConnectionsStayOnTcp() throws Exception {
    SpillBudget budget = new SpillBudget(1 << 20);
    TwoHosts small = new TwoHosts(budget);
    assertTrue(budget.take(0, 400_000));
    assertTrue(budget.take(0, 200_000));
    TestEnd[] more = small.newConnection();
    small.server().register(more[1]);
    TwoHosts.on(small.server(), () -> {}); // it listens now
    small.ask(more[0]);
    assertEquals(Reason.NO_MEMORY, more[0].explained.get(20, TimeUnit.SECONDS));
    assertEquals(Reason.NO_MEMORY, more[1].explained.get(20, TimeUnit.SECONDS));
    budget.giveBack(600_000);
    new TwoHosts(budget).pair(); // this client was not refused before
  }

  /** Urgent data take no room in rings, and must not break the connection. */
  @Test
  void urgentDataThatNobodyReadsWait() throws Exception {
    TestEnd[] more = new TwoHosts(new SpillBudget(0)).pair();
    RdmaTransport to = more[1].committed();
    to.socketOptions(TestEnd.BUFFER, TestEnd.BUFFER, true);
    int count = 1000;
    Future<Void> writer =
        background.submit(
            () -> {
              for (int i = 0; i < count; i++) {
                more[0].committed().sendUrgent(i);
              }
              return null;
            });
    while (!more[0].committed().connection().writer().isAsleep()) {
      Thread.onSpinWait();
    }
    byte[] received = receive(to, count);
    for (int i = 0; i < count; i++) {
      assertEquals((byte) i, received[i]);
    }
    writer.get(20, TimeUnit.SECONDS);
  }

  /** Neither reads before it has written, and both write more than the rings take. */
  @Test
  void whoWaitsForRoomGivesRoom() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    hosts.client().execute(() -> await(end));
    hosts.server().execute(() -> await(end));
    byte[] sent = pattern((int) SendWindow.BY_DEFAULT);
    Future<?> one = background.submit(() -> send(client, sent));
    Future<?> other = background.submit(() -> send(server, sent));
    while (client.connection().outflow().position() <= VerbsInternals.LONG_RING
        || server.connection().outflow().position() <= VerbsInternals.LONG_RING) {
      Thread.onSpinWait();
    }
    end.countDown();
    one.get();
    other.get();
    assertArrayEquals(sent, receive(client, sent.length));
    assertArrayEquals(sent, receive(server, sent.length));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Each end does so before it gets the other's credit. */
  @Test
  void bothMayUseUpTheirSlotsAtTheSameTime() throws Exception {
    synchronized (client.connection().queuePair()) {
      synchronized (server.connection().queuePair()) {
        for (RdmaTransport end : new RdmaTransport[] {client, server}) {
          for (int i = 1; end.connection().queuePair().mayTell(); i++) {
            end.socketOptions(i, i, false);
          }
        }
      }
    }
    bothWaysAtOnce();
  }

  @Test
  void readTimesOutAndGoesOn() throws Exception {
    assertThrows(SocketTimeoutException.class, () -> server.receive(new byte[1], 0, 1, 1));
    client.send(new byte[] {7}, 0, 1);
    assertArrayEquals(new byte[] {7}, receive(server, 1));
  }

  @Test
  void endComesAfterTheLastByte() throws Exception {
    send(client, pattern(100_000));
    client.shutdownOutput();
    assertArrayEquals(pattern(100_000), receive(server, 100_000));
    assertEquals(-1, server.receive(new byte[1], 0, 1, 0));
    server.send(new byte[] {1}, 0, 1);
    assertArrayEquals(new byte[] {1}, receive(client, 1));
  }

  @Test
  void whatWasSentBeforeAReleaseArrives() throws Exception {
    send(client, pattern(60_000));
    client.close(false, false);
    client.release();
    assertArrayEquals(pattern(60_000), receive(server, 60_000));
    assertEquals(-1, server.receive(new byte[1], 0, 1, 0));
  }

  /** FIN on TCP may overtake an earlier SWITCH. */
  @Test
  void tcpsEndWaitsForTheSwitchThatWasBeforeIt() throws Exception {
    Future<Long> verdict = background.submit(() -> server.awaitEnd(0));
    client.announceSwitch(12);
    assertEquals(12, verdict.get(20, TimeUnit.SECONDS));
  }

  @Test
  void tcpsEndIsTheStreamsIfThePeerSaysSo() throws Exception {
    Future<Long> verdict = background.submit(() -> server.awaitEnd(0));
    client.endsOnTcp();
    assertEquals(-1, verdict.get(20, TimeUnit.SECONDS));
  }

  @Test
  void tcpsEndIsAResetIfNothingMoreCanBeKnown() throws Exception {
    Future<Long> verdict = background.submit(() -> server.awaitEnd(0));
    breakOff(server);
    Exception e = assertThrows(Exception.class, () -> verdict.get(20, TimeUnit.SECONDS));
    assertEquals("Connection reset", e.getCause().getMessage());
  }

  @Test
  void brokenConnectionIsAResetInBothDirections() throws Exception {
    CompletableFuture<Void> reading = new CompletableFuture<>();
    Future<Integer> reader =
        background.submit(
            () -> {
              reading.complete(null);
              return server.receive(new byte[1], 0, 1, 0);
            });
    reading.get();
    breakOff(server);
    Exception e = assertThrows(Exception.class, () -> reader.get(20, TimeUnit.SECONDS));
    assertEquals("Connection reset", e.getCause().getMessage());
    assertThrows(SocketException.class, () -> server.send(new byte[1], 0, 1));
    server.close(false, false);
    assertTrue(ends[1].resetAtClose, "the peer must not read a clean end");
  }

  /** A writer finds the break, and a sleeping reader must learn of it. */
  @Test
  void brokenConnectionIsNewsForAllThreads() throws Exception {
    Future<Boolean> reader = background.submit(() -> hasEnded(server));
    while (!server.connection().reader().isAsleep()) {
      Thread.onSpinWait();
    }
    endpoint(server).refuseOrders();
    assertThrows(
        SocketException.class,
        () -> {
          while (true) {
            server.send(new byte[1], 0, 1);
          }
        });
    assertTrue(reader.get(20, TimeUnit.SECONDS));
  }

  /** The device takes no more work requests; what the peer sent before is still there. */
  @Test
  void whatArrivedBeforeACallFailedIsRead() throws Exception {
    synchronized (client.connection().queuePair()) { // no other thread polls meanwhile
      send(server, pattern(10_000));
      endpoint(client).refuseOrders();
      client.connection().queuePair().probe();
    }
    assertArrayEquals(pattern(10_000), receive(client, 10_000));
    assertTrue(hasEnded(client));
  }

  /** The device has not handled all that came, and has not put it into the queue yet. */
  @Test
  void whatTheDeviceTellsOfLateIsRead() throws Exception {
    synchronized (client.connection().queuePair()) { // no other thread polls meanwhile
      send(server, pattern(10_000));
      endpoint(client).beSlowToFlush();
      endpoint(client).refuseOrders();
      client.connection().queuePair().probe();
    }
    assertArrayEquals(pattern(10_000), receive(client, 10_000));
    assertTrue(hasEnded(client));
  }

  /** The peer's last message may be found only after its connection has ended. */
  @Test
  void processThatEndedInOrderIsNotTakenForResetByASlowDevice() throws Exception {
    TwoHosts.on(
        hosts.client(),
        () -> {
          endpoint(client).beSlowToFlush();
          synchronized (server.connection().queuePair()) {
            server.connection().ending();
          }
          hosts.client().upkeep().disconnected(client.pair());
        });
    assertEquals(-1, client.receive(new byte[1], 0, 1, 20_000));
  }

  /** One of the two directions gets a reset, as from a kernel; the other just ends. */
  private static boolean hasEnded(RdmaTransport transport) throws IOException {
    try {
      return transport.receive(new byte[1], 0, 1, 0) < 0;
    } catch (SocketException e) {
      return e.getMessage().equals("Connection reset");
    }
  }

  /** The peer has not switched yet, and never will. */
  @Test
  void brokenConnectionWakesWhoSleepsInTcp() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      Future<Integer> reader = background.submit(() -> near.read(ByteBuffer.allocate(1)));
      breakOff(transport);
      assertEquals(-1, reader.get(20, TimeUnit.SECONDS));
      far.configureBlocking(false);
      assertEquals(0, far.read(ByteBuffer.allocate(1)), "nothing is told to the peer");
    }
  }

  /** By then the descriptor's number may be another connection's. */
  @Test
  void brokenConnectionLeavesTcpAloneOnceClosed() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      transport.close(false, false);
      breakOff(transport);
      while (!transport.connection().queuePair().isBroken()) {
        Thread.onSpinWait();
      }
      far.write(ByteBuffer.wrap(new byte[] {3}));
      ByteBuffer read = ByteBuffer.allocate(1);
      assertEquals(1, near.read(read));
      near.configureBlocking(false);
      assertEquals(0, near.read(ByteBuffer.allocate(1)), "TCP has not ended");
    }
  }

  /**
   * The peer's kernel hangs while its device goes on answering, as far as TCP can tell: it
   * acknowledges nothing. The kernel reports the error once, to the thread that asks first.
   */
  @Test
  void errorOfTheKernelsOnTcpEndsWhatGoesByRdma() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      transport.announceSwitch(1);
      Future<Integer> reader = background.submit(() -> transport.receive(new byte[1], 0, 1, 0));
      near.configureBlocking(false);
      while (near.write(ByteBuffer.allocate(65536)) > 0) {
        // Until TCP takes nothing more; nothing is ever acknowledged.
      }
      HostServices.installed().hangUp(Fds.of(near));
      Exception e = assertThrows(Exception.class, () -> reader.get(50, TimeUnit.SECONDS));
      assertEquals("Connection timed out", e.getCause().getMessage());
      assertEquals(-1, transport.receive(new byte[1], 0, 1, 0));
      assertEquals(
          "Broken pipe",
          assertThrows(SocketException.class, () -> transport.send(new byte[1], 0, 1))
              .getMessage());
    }
  }

  /** The peer says over RDMA how it ended, and may have written more before. */
  @Test
  void resetOfTcpEndsWhatGoesByRdmaOnlyIfThePeerSaysNothing() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      TestEnd[] pair = hosts.pair(near);
      RdmaTransport peer = pair[0].committed();
      RdmaTransport transport = pair[1].committed();
      transport.announceSwitch(1);
      synchronized (transport.connection().queuePair()) { // the reactor does not look meanwhile
        far.setOption(StandardSocketOptions.SO_LINGER, 0);
        far.close();
        for (int i = 1; i < TcpWatch.MOST_LOOKS; i++) {
          assertFalse(watchTcp(transport));
        }
        send(peer, pattern(10));
        peer.close(false, false);
        assertFalse(watchTcp(transport), "the peer has said that it closed");
      }
      assertArrayEquals(pattern(10), receive(transport, 10));
      assertEquals(-1, transport.receive(new byte[1], 0, 1, 0));
    }
  }

  @Test
  void resetOfTcpOfWhichThePeerSaysNothingIsAReset() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      far.setOption(StandardSocketOptions.SO_LINGER, 0);
      far.close();
      for (int i = 0; i < 2 * TcpWatch.MOST_LOOKS; i++) {
        assertFalse(watchTcp(transport), "the program uses TCP itself, and is told there");
      }
      transport.announceSwitch(1);
      boolean broken = false;
      for (int i = 0; i <= TcpWatch.MOST_LOOKS; i++) { // the first after the peer's HELLO
        broken = watchTcp(transport);
      }
      assertTrue(broken || transport.connection().queuePair().isBroken());
      assertTrue(hasEnded(transport));
    }
  }

  /** As the reactor does every second. */
  private static boolean watchTcp(RdmaTransport transport) {
    synchronized (transport.connection().queuePair()) {
      return transport.connection().watchTcp();
    }
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** A killed peer may have written bytes that did not arrive: there is no clean end. */
  @Test
  void peerThatGoesWithoutAWordIsAResetAfterWhatArrived() throws Exception {
    send(client, pattern(1_000));
    TwoHosts.on(hosts.client(), () -> client.pair().endpoint().destroy());
    assertArrayEquals(pattern(1_000), receive(server, 1_000));
    SocketException e =
        assertThrows(SocketException.class, () -> server.receive(new byte[1], 0, 1, 0));
    assertEquals("Connection reset", e.getMessage());
  }

  /** As with a device that reports nothing, or not in time; also if the peer is alive. */
  @Test
  void peerThatIsSilentIsAReset() throws Exception {
    Future<Boolean> reader = background.submit(() -> hasEnded(client));
    Future<Boolean> peer = background.submit(() -> hasEnded(server));
    endpoint(client).forget();
    assertTrue(reader.get(20, TimeUnit.SECONDS));
    assertTrue(peer.get(20, TimeUnit.SECONDS));
  }

  @Test
  void peerIsNotTakenForSilentBecauseNobodyLooked() throws Exception {
    TwoHosts.on(
        hosts.client(),
        () -> {
          for (int i = 0; i < 3 * VerbsInternals.MOST_SILENT_TICKS; i++) {
            hosts.client().upkeep().tick(client.pair(), System.nanoTime(), true);
          }
        });
    send(client, pattern(10));
    assertArrayEquals(pattern(10), receive(server, 10));
  }

  @Test
  void processThatEndsInOrderIsAnEndOfFile() throws Exception {
    send(client, pattern(1_000));
    hosts.client().drainAll();
    client.send(new byte[] {5}, 0, 1);
    hosts.client().drainAll();
    TwoHosts.on(hosts.client(), () -> client.pair().endpoint().destroy());
    assertArrayEquals(pattern(1_000), receive(server, 1_000));
    assertArrayEquals(new byte[] {5}, receive(server, 1));
    assertEquals(-1, server.receive(new byte[1], 0, 1, 0));
  }

  /** An exiting JVM waits up to 300 ms for threads in system calls. */
  @Test
  void reactorOfAProcessThatEndsWaitsInNoSystemCall() throws Exception {
    hosts.client().drainAll();
    int before = hosts.clientVerbs().waits();
    client.send(new byte[] {5}, 0, 1);
    hosts.client().drainAll();
    assertEquals(before, hosts.clientVerbs().waits());
  }

  /** The JVM may end at once after the write. */
  @Test
  void writeOfAProcessThatEndsReturnsWhenItHasArrived() throws Exception {
    hosts.client().drainAll();
    endpoint(client).forget();
    Future<Void> write = background.submit(() -> send(client, new byte[1]));
    while (!client.connection().writer().isAsleep() && !write.isDone()) {
      Thread.onSpinWait();
    }
    assertFalse(write.isDone());
    breakOff(client);
    write.get(20, TimeUnit.SECONDS);
  }

  /** An error in the thread that would wake all others. */
  @Test
  void errorOfTheReactorsIsAResetForAll() throws Exception {
    Future<Boolean> reader = background.submit(() -> hasEnded(server));
    while (!server.connection().reader().isAsleep()) {
      Thread.onSpinWait();
    }
    hosts.serverVerbs().fail(new InternalError("of this test's"), -1);
    assertTrue(reader.get(20, TimeUnit.SECONDS));
    TestEnd later = hosts.newConnection()[1];
    assertEquals(RdmaReasons.NO_MANAGER, hosts.server().refusal(later.ends().localAddress()));
    while (!endpoint(server).isDestroyed()) {
      Thread.onSpinWait();
    }
  }

  private static boolean isParked(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  @Test
  void errorAtOneConnectionIsNoneForOthers() throws Exception {
    TestEnd[] more = hosts.pair();
    AtomicReference<Thread> sleeper = new AtomicReference<>();
    Future<Boolean> reader =
        background.submit(
            () -> {
              sleeper.set(Thread.currentThread());
              return hasEnded(server);
            });
    Future<Boolean> peer = background.submit(() -> hasEnded(client));
    // Parked, and not about to poll once more: it would get the error itself.
    while (!server.connection().reader().isAsleep() || !isParked(sleeper.get())) {
      Thread.onSpinWait();
    }
    endpoint(server).fail(new InternalError("of this test's"), -1);
    assertTrue(reader.get(20, TimeUnit.SECONDS));
    assertTrue(peer.get(20, TimeUnit.SECONDS), "its program has not closed");
    send(more[0].committed(), pattern(100));
    assertArrayEquals(pattern(100), receive(more[1].committed(), 100));
  }

  /** The receiver's option counts at once, even if the sender has not heard of it. */
  @Test
  void urgentDataStayIfTheReceiverHasJustSaidSo() throws Exception {
    client.sendUrgent(1);
    client.send(new byte[] {2}, 0, 1);
    assertArrayEquals(new byte[] {2}, receive(server, 1));
    synchronized (server.connection().queuePair()) {
      server.socketOptions(TestEnd.BUFFER, TestEnd.BUFFER, true);
      client.sendUrgent(3); // before the client can know of it
    }
    client.send(new byte[] {4}, 0, 1);
    assertArrayEquals(new byte[] {3, 4}, receive(server, 2));
  }

  @Test
  void closeThrowsThreadsOut() throws Exception {
    Future<Integer> reader = background.submit(() -> server.receive(new byte[1], 0, 1, 0));
    Future<Void> writer =
        background.submit(
            () -> {
              while (true) {
                send(server, new byte[100_000]);
              }
            });
    assertFalse(reader.isDone());
    server.close(false, false);
    assertEquals(
        "Socket closed",
        assertThrows(Exception.class, () -> reader.get(20, TimeUnit.SECONDS))
            .getCause()
            .getMessage());
    assertEquals(
        "Socket closed",
        assertThrows(Exception.class, () -> writer.get(20, TimeUnit.SECONDS))
            .getCause()
            .getMessage());
  }

  @Test
  void memoryIsGivenBack() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      TestEnd[] more = hosts.pair();
      for (TestEnd end : more) {
        end.committed().close(false, false);
        end.committed().release();
        end.close();
      }
    }
  }
}
