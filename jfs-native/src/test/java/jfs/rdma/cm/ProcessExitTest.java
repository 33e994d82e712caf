package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.transport.Reason;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.stream.PairedTransports;
import org.junit.jupiter.api.Test;

/** The end of a JVM. */
class ProcessExitTest extends PairedTransports {

  @Test
  void processThatEndsInOrderIsAnEndOfFile() throws Exception {
    send(client, pattern(1_000));
    hosts.client().drainAll();
    client.sender().send(new byte[] {5}, 0, 1);
    hosts.client().drainAll();
    TwoHosts.on(hosts.client(), () -> TwoHosts.pair(client).endpoint().destroy());
    assertArrayEquals(pattern(1_000), receive(server, 1_000));
    assertArrayEquals(new byte[] {5}, receive(server, 1));
    assertEquals(-1, server.receiver().receive(new byte[1], 0, 1, 0));
  }

  /** An exiting JVM waits up to 300 ms for threads in system calls. */
  @Test
  void reactorOfAProcessThatEndsWaitsInNoSystemCall() throws Exception {
    hosts.client().drainAll();
    int before = hosts.clientVerbs().waits();
    client.sender().send(new byte[] {5}, 0, 1);
    hosts.client().drainAll();
    assertEquals(before, hosts.clientVerbs().waits());
  }

  /** The JVM may end at once after the write. */
  @Test
  void writeOfAProcessThatEndsReturnsWhenItHasArrived() throws Exception {
    hosts.client().drainAll();
    endpoint(client).forget();
    Future<Void> write = background.submit(() -> send(client, new byte[1]));
    while (!ConnectionProbe.isWriterAsleep(client) && !write.isDone()) {
      Thread.onSpinWait();
    }
    assertFalse(write.isDone());
    breakOff(client);
    write.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void processThatEndsLeavesTcpNoMore() throws Exception {
    TestEnd[] more = hosts.newConnection();
    hosts.accept(more[1]);
    hosts.server().drainAll();
    hosts.ask(more[0]);
    assertEquals(
        Reason.NOT_FREE, more[0].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    hosts.client().drainAll();
    TestEnd[] others = hosts.newConnection();
    RdmaEndpoint asked = (RdmaEndpoint) hosts.ask(others[0]);
    TwoHosts.on(hosts.client(), () -> {});
    assertNull(asked.pair);
  }

  /** Its client was stopped before it sent a proof, and can't have committed the pair. */
  @Test
  void processThatEndsLeavesAPairThatWasNotProved() throws Exception {
    TestEnd[] more = hosts.newConnection();
    PlayedPeer.ask(hosts, more, ClusterKey.none());
    for (int i = 0; i < 5; i++) {
      hosts.onServer(() -> {}); // until it has seen that the client has its acceptance
    }
    hosts.server().drainAll();
    assertEquals(
        Reason.NOT_FREE, more[1].explained.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }
}
