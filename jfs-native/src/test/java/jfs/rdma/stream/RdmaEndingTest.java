package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.tcp.Flags;
import org.junit.jupiter.api.Test;

/** How a program ends its connection, and what its peer sees of that. */
class RdmaEndingTest extends PairedTransports {

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
    while ((ConnectionProbe.receiverFlags(client) & Flags.CLOSED) == 0) {
      Thread.onSpinWait();
    }
    assertFalse(client.announceSwitch(1));
  }

  /** As the kernel resets bytes that come for a socket with both directions shut. */
  @Test
  void whoHasShutBothDirectionsIsClosedForWriters() throws Exception {
    server.shutdownInput();
    client.sender().send(new byte[1], 0, 1);
    assertFalse(ends[1].tcpEnded);
    server.shutdownOutput();
    assertTrue(ends[1].tcpEnded, "the kernel resets nothing before that");
    while ((ConnectionProbe.receiverFlags(client) & Flags.CLOSED) == 0) {
      Thread.onSpinWait();
    }
    client.sender().send(new byte[1], 0, 1);
    SocketException e =
        assertThrows(SocketException.class, () -> client.sender().send(new byte[1], 0, 1));
    assertEquals("Broken pipe", e.getMessage());
    assertEquals(
        -1, client.receiver().receive(new byte[1], 0, 1, 0), "the end of file came before");
  }

  /** Closing TCP takes as long as it lingers, and only the closing thread waits for it. */
  @Test
  void closeThatLingersKeepsNobodyElseWaiting() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    ends[1].lingering = end;
    server.close(false, false);
    server.release();
    hosts.onServer(() -> {});
    end.countDown();
  }

  @Test
  void endComesAfterTheLastByte() throws Exception {
    send(client, pattern(100_000));
    client.shutdownOutput();
    assertArrayEquals(pattern(100_000), receive(server, 100_000));
    assertEquals(-1, server.receiver().receive(new byte[1], 0, 1, 0));
    server.sender().send(new byte[] {1}, 0, 1);
    assertArrayEquals(new byte[] {1}, receive(client, 1));
  }

  @Test
  void whatWasSentBeforeAReleaseArrives() throws Exception {
    send(client, pattern(60_000));
    client.close(false, false);
    client.release();
    assertArrayEquals(pattern(60_000), receive(server, 60_000));
    assertEquals(-1, server.receiver().receive(new byte[1], 0, 1, 0));
  }

  /** FIN on TCP may overtake an earlier SWITCH. */
  @Test
  void tcpsEndWaitsForTheSwitchThatWasBeforeIt() throws Exception {
    Future<Long> verdict = background.submit(() -> server.awaitEnd(0));
    client.announceSwitch(12);
    assertEquals(12, verdict.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void tcpsEndIsTheStreamsIfThePeerSaysSo() throws Exception {
    Future<Long> verdict = background.submit(() -> server.awaitEnd(0));
    client.endsOnTcp();
    assertEquals(-1, verdict.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void tcpsEndIsAResetIfNothingMoreCanBeKnown() throws Exception {
    Future<Long> verdict = background.submit(() -> server.awaitEnd(0));
    breakOff(server);
    Exception e =
        assertThrows(
            Exception.class, () -> verdict.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals("Connection reset", e.getCause().getMessage());
  }

  @Test
  void closeThrowsThreadsOut() throws Exception {
    Future<Integer> reader =
        background.submit(() -> server.receiver().receive(new byte[1], 0, 1, 0));
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
        assertThrows(
                Exception.class, () -> reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS))
            .getCause()
            .getMessage());
    assertEquals(
        "Socket closed",
        assertThrows(
                Exception.class, () -> writer.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS))
            .getCause()
            .getMessage());
  }
}
