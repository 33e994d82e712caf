package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jfs.contract.Background;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.stream.PairedTransports;
import org.junit.jupiter.api.Test;

/** Errors in the thread that would wake all others. */
class ReactorErrorsTest extends PairedTransports {

  /** An error in the thread that would wake all others. */
  @Test
  void errorOfTheReactorsIsAResetForAll() throws Exception {
    Future<Boolean> reader = background.submit(() -> hasEnded(server));
    while (!ConnectionProbe.isReaderAsleep(server)) {
      Thread.onSpinWait();
    }
    hosts.serverVerbs().fail(new InternalError("of this test's"), -1);
    assertTrue(reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
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
    while (!ConnectionProbe.isReaderAsleep(server) || !isParked(sleeper.get())) {
      Thread.onSpinWait();
    }
    endpoint(server).fail(new InternalError("of this test's"), -1);
    assertTrue(reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertTrue(
        peer.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS), "its program has not closed");
    send(more[0].committed(), pattern(100));
    assertArrayEquals(pattern(100), receive(more[1].committed(), 100));
  }
}
