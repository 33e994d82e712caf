package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections that break. */
class RdmaBreakTest extends PairedTransports {

  @Test
  void brokenConnectionIsAResetInBothDirections() throws Exception {
    CompletableFuture<Void> reading = new CompletableFuture<>();
    Future<Integer> reader =
        background.submit(
            () -> {
              reading.complete(null);
              return server.receiver().receive(new byte[1], 0, 1, 0);
            });
    reading.get();
    breakOff(server);
    Exception e =
        assertThrows(
            Exception.class, () -> reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals("Connection reset", e.getCause().getMessage());
    assertThrows(SocketException.class, () -> server.sender().send(new byte[1], 0, 1));
    server.close(false, false);
    assertTrue(ends[1].resetAtClose, "the peer must not read a clean end");
  }

  /** A writer finds the break, and a sleeping reader must learn of it. */
  @Test
  void brokenConnectionIsNewsForAllThreads() throws Exception {
    Future<Boolean> reader = background.submit(() -> hasEnded(server));
    while (!ConnectionProbe.isReaderAsleep(server)) {
      Thread.onSpinWait();
    }
    endpoint(server).refuseOrders();
    assertThrows(
        SocketException.class,
        () -> {
          while (true) {
            server.sender().send(new byte[1], 0, 1);
          }
        });
    assertTrue(reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  /**
   * The thread that finds the break cannot end the connection; a sleeping reader must learn of it.
   */
  @ParameterizedTest
  @MethodSource("lacks")
  void breakIsNewsAlsoWhereItsFinderLacksMemory(Error lack) throws Exception {
    Future<Boolean> reader = background.submit(() -> hasEnded(server));
    while (!ConnectionProbe.isReaderAsleep(server)) {
      Thread.onSpinWait();
    }
    endpoint(server).failToDisconnect(lack);
    endpoint(server).refuseOrders();
    assertThrows(
        lack.getClass(),
        () -> {
          while (true) {
            server.sender().send(new byte[1], 0, 1);
          }
        });
    assertTrue(reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  /** Likewise; nothing is lost of what the peer sent before. */
  @ParameterizedTest
  @MethodSource("lacks")
  void whatArrivedIsReadAlsoWhereTheFinderLacksMemory(Error lack) throws Exception {
    synchronized (ConnectionProbe.lock(client)) { // no other thread polls meanwhile
      send(server, pattern(10_000));
      endpoint(client).failToDisconnect(lack);
      endpoint(client).refuseOrders();
      assertThrows(lack.getClass(), () -> ConnectionProbe.probe(client));
    }
    assertArrayEquals(pattern(10_000), receive(client, 10_000));
    assertTrue(hasEnded(client));
  }

  static List<Error> lacks() {
    return List.of(new OutOfMemoryError("of the test"), new StackOverflowError("of the test"));
  }

  /** The device takes no more work requests; what the peer sent before is still there. */
  @Test
  void whatArrivedBeforeACallFailedIsRead() throws Exception {
    synchronized (ConnectionProbe.lock(client)) { // no other thread polls meanwhile
      send(server, pattern(10_000));
      endpoint(client).refuseOrders();
      ConnectionProbe.probe(client);
    }
    assertArrayEquals(pattern(10_000), receive(client, 10_000));
    assertTrue(hasEnded(client));
  }

  /** The device has not handled all that came, and has not put it into the queue yet. */
  @Test
  void whatTheDeviceTellsOfLateIsRead() throws Exception {
    synchronized (ConnectionProbe.lock(client)) { // no other thread polls meanwhile
      send(server, pattern(10_000));
      endpoint(client).beSlowToFlush();
      endpoint(client).refuseOrders();
      ConnectionProbe.probe(client);
    }
    assertArrayEquals(pattern(10_000), receive(client, 10_000));
    assertTrue(hasEnded(client));
  }

  /** A killed peer may have written bytes that did not arrive: there is no clean end. */
  @Test
  void peerThatGoesWithoutAWordIsAResetAfterWhatArrived() throws Exception {
    send(client, pattern(1_000));
    hosts.onClient(() -> endpoint(client).destroy());
    assertArrayEquals(pattern(1_000), receive(server, 1_000));
    SocketException e =
        assertThrows(SocketException.class, () -> server.receiver().receive(new byte[1], 0, 1, 0));
    assertEquals("Connection reset", e.getMessage());
  }

  /** As with a device that reports nothing, or not in time; also if the peer is alive. */
  @Test
  void peerThatIsSilentIsAReset() throws Exception {
    Future<Boolean> reader = background.submit(() -> hasEnded(client));
    Future<Boolean> peer = background.submit(() -> hasEnded(server));
    endpoint(client).forget();
    assertTrue(reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertTrue(peer.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
  }
}
