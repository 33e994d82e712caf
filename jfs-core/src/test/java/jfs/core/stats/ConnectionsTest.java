package jfs.core.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.core.transport.TransportKind;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionsTest {

  private final Connections connections = new Connections();

  @Test
  void liveAndEndedConnectionsAddUp() {
    Connections.Live first = connections.add(this, Origin.OPENED, null, Reason.NO_TRANSPORT);
    Connections.Live second = connections.add(this, Origin.ACCEPTED, null, Reason.UNPAIRED);
    first.stats().addSent(3);
    second.stats().addReceived(5);
    first.end();
    first.end();
    assertEquals(1, connections.liveCount());
    Totals totals = connections.snapshot();
    assertEquals(1, totals.connections(Origin.OPENED));
    assertEquals(1, totals.connections(Origin.ACCEPTED));
    assertEquals(2, totals.connections(TransportKind.TCP));
    assertEquals(3, totals.sent(TransportKind.TCP));
    assertEquals(5, totals.received(TransportKind.TCP));
    assertEquals("{no-transport=1, unpaired=1}", totals.reasons().toString());
  }

  /** Both directions of a connection may find the same, also before either has left TCP. */
  @Test
  void aTransportFailsAConnectionOnceForEachCause() {
    Connections.Live connection = connections.add(this, Origin.OPENED, null, Reason.UNPAIRED);
    connection.stats().failed(TestKinds.NEAR, TransportFailure.NO_MEMORY);
    connection.stats().failed(TestKinds.NEAR, TransportFailure.NO_MEMORY);
    connection.stats().failed(TestKinds.NEAR, TransportFailure.PEER_LOST);
    connection.stats().failed(TestKinds.NEAR, TransportFailure.NO_MEMORY);
    connection.end();
    assertTrue(TransportFailure.values().length <= Totals.MOST_CAUSES);
    Totals totals = connections.snapshot();
    assertEquals("{no-memory=1, peer-lost=1}", totals.failures(TestKinds.NEAR).toString());
    ConnectionsBean bean = new ConnectionsBean(connections, List.of(TestKinds.NEAR));
    assertEquals("{near.no-memory=1, near.peer-lost=1}", bean.getFailures().toString());
    assertEquals(1, bean.all().get("failures.near.peer-lost"));
  }

  @Test
  void thatASearchCameTooLateHidesNoBetterReason() {
    ConnectionStats stats = connections.add(this, Origin.OPENED, null, Reason.UNPAIRED).stats();
    stats.explain(Reason.NOT_FREE);
    assertEquals(Reason.NOT_FREE, stats.reason());
    stats.explain(Reason.NO_PEER);
    stats.explain(Reason.NOT_FREE);
    assertEquals(Reason.NO_PEER, stats.reason());
  }

  @Test
  void bytesCountedAfterTheEndAreNotLost() {
    Connections.Live connection = connections.add(this, Origin.OPENED, null, Reason.NO_TRANSPORT);
    connection.end();
    connection.stats().addReceived(7);
    assertEquals(7, connections.snapshot().received(TransportKind.TCP));
  }

  @Test
  void forgottenConnectionsEndWhenCollected() throws Exception {
    int count = 100;
    for (int i = 0; i < count; i++) {
      connections.add(new Object(), Origin.OPENED, null, Reason.NO_TRANSPORT).stats().addSent(1);
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (connections.liveCount() > 0) {
      assertTrue(System.nanoTime() < deadline, "never collected");
      System.gc();
    }
    Totals totals = connections.snapshot();
    assertEquals(count, totals.connections(Origin.OPENED));
    assertEquals(count, totals.sent(TransportKind.TCP));
  }

  /** No byte may be missed or counted twice when a connection ends while threads count on it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void endingRacesWithCounting(boolean inTurn) throws Exception {
    int rounds = 2_000;
    int additions = 50;
    Object turn = new Object();
    for (int round = 0; round < rounds; round++) {
      Connections.Live connection = connections.add(this, Origin.OPENED, null, Reason.NO_TRANSPORT);
      CyclicBarrier start = new CyclicBarrier(3);
      List<FutureTask<Void>> counters = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        FutureTask<Void> counter =
            new FutureTask<>(
                () -> {
                  start.await();
                  for (int n = 0; n < additions; n++) {
                    if (inTurn) {
                      synchronized (turn) {
                        connection.stats().addSentInTurn(1);
                        connection.stats().addReceivedInTurn(2);
                      }
                    } else {
                      connection.stats().addSent(1);
                      connection.stats().addReceived(2);
                    }
                  }
                  return null;
                });
        counters.add(counter);
        new Thread(counter).start();
      }
      start.await();
      connection.end();
      for (FutureTask<Void> counter : counters) {
        counter.get(20, TimeUnit.SECONDS);
      }
    }
    Totals totals = connections.snapshot();
    assertEquals(2L * rounds * additions, totals.sent(TransportKind.TCP));
    assertEquals(4L * rounds * additions, totals.received(TransportKind.TCP));
  }

  /** A snapshot while connections end has each of them once, live or ended. */
  @Test
  void aConnectionThatIsEndingIsCountedOnce() throws Exception {
    int count = 20_000;
    List<Connections.Live> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(connections.add(this, Origin.OPENED, null, Reason.NO_TRANSPORT));
    }
    Thread ending = new Thread(() -> all.forEach(Connections.Live::end));
    ending.start();
    do {
      assertEquals(count, connections.snapshot().connections(Origin.OPENED));
    } while (ending.isAlive());
    ending.join();
    assertEquals(0, connections.liveCount());
    assertEquals(count, connections.snapshot().connections(Origin.OPENED));
  }
}
