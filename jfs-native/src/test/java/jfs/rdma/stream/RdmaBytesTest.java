package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.tcp.SendWindow;
import jfs.core.transport.Reason;
import jfs.core.wait.WaitCounts;
import jfs.rdma.cm.TestEnd;
import jfs.rdma.cm.TwoHosts;
import jfs.rdma.verbs.VerbsInternals;
import org.junit.jupiter.api.Test;

/** Bytes on their way from one end to the other, and what they wait for. */
class RdmaBytesTest extends PairedTransports {

  @Test
  void bytesComeAsTheyWereSent() throws Exception {
    byte[] sent = pattern(1_000_000);
    Future<?> sender = background.submit(() -> send(client, sent));
    assertArrayEquals(sent, receive(server, sent.length));
    sender.get();
  }

  @Test
  void aSleepIsCounted() throws Exception {
    long before = WaitCounts.all().get("sleeps");
    assertThrows(
        SocketTimeoutException.class, () -> server.receiver().receive(new byte[1], 0, 1, 50));
    assertTrue(WaitCounts.all().get("sleeps") > before);
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
      client.sender().send(new byte[] {(byte) i}, 0, 1);
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
      writers.get(i).get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
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
    small.accept(more[1]);
    small.ask(more[0]);
    assertEquals(
        Reason.NO_MEMORY, more[0].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(
        Reason.NO_MEMORY, more[1].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
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
                more[0].committed().sender().sendUrgent(i);
              }
              return null;
            });
    while (!ConnectionProbe.isWriterAsleep(more[0].committed())) {
      Thread.onSpinWait();
    }
    byte[] received = receive(to, count);
    for (int i = 0; i < count; i++) {
      assertEquals((byte) i, received[i]);
    }
    writer.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Neither reads before it has written, and both write more than the rings take. */
  @Test
  void whoWaitsForRoomGivesRoom() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    hosts.occupyUntil(end);
    byte[] sent = pattern((int) SendWindow.BY_DEFAULT);
    Future<?> one = background.submit(() -> send(client, sent));
    Future<?> other = background.submit(() -> send(server, sent));
    while (ConnectionProbe.written(client) <= VerbsInternals.LONG_RING
        || ConnectionProbe.written(server) <= VerbsInternals.LONG_RING) {
      Thread.onSpinWait();
    }
    end.countDown();
    one.get();
    other.get();
    assertArrayEquals(sent, receive(client, sent.length));
    assertArrayEquals(sent, receive(server, sent.length));
  }

  /** Each end does so before it gets the other's credit. */
  @Test
  void bothMayUseUpTheirSlotsAtTheSameTime() throws Exception {
    synchronized (ConnectionProbe.lock(client)) {
      synchronized (ConnectionProbe.lock(server)) {
        for (RdmaTransport end : new RdmaTransport[] {client, server}) {
          for (int i = 1; ConnectionProbe.mayTell(end); i++) {
            end.socketOptions(i, i, false);
          }
        }
      }
    }
    bothWaysAtOnce();
  }

  @Test
  void readTimesOutAndGoesOn() throws Exception {
    assertThrows(
        SocketTimeoutException.class, () -> server.receiver().receive(new byte[1], 0, 1, 1));
    client.sender().send(new byte[] {7}, 0, 1);
    assertArrayEquals(new byte[] {7}, receive(server, 1));
  }

  /** The receiver's option counts at once, even if the sender has not heard of it. */
  @Test
  void urgentDataStayIfTheReceiverHasJustSaidSo() throws Exception {
    client.sender().sendUrgent(1);
    client.sender().send(new byte[] {2}, 0, 1);
    assertArrayEquals(new byte[] {2}, receive(server, 1));
    synchronized (ConnectionProbe.lock(server)) {
      server.socketOptions(TestEnd.BUFFER, TestEnd.BUFFER, true);
      client.sender().sendUrgent(3); // before the client can know of it
    }
    client.sender().send(new byte[] {4}, 0, 1);
    assertArrayEquals(new byte[] {3, 4}, receive(server, 2));
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
