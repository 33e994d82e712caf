package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;

/** The endpoint of an end that no peer looks for. */
class ShmEndpointTest {

  private static final long SECOND = 1_000_000_000;

  private long now = 1;
  private final ShmConnectionManager manager = ProcessManager.get();
  private final FakeEnd end = new FakeEnd(1, 2);

  @Test
  void anEndIsFoundFromWhenItIsEnteredUntilItIsWithdrawn() {
    ShmEndpoint registration = ProcessManager.register(end);
    assertNull(manager.registry().find(end.ends()));
    registration.enter();
    assertSame(registration, manager.registry().find(end.ends()));
    registration.withdraw();
    assertNull(manager.registry().find(end.ends()));
  }

  @Test
  void whoIsWantedIsEntered() {
    ShmEndpoint registration = ProcessManager.register(end);
    registration.want();
    assertSame(registration, manager.registry().find(end.ends()));
    registration.withdraw();
    assertNull(manager.registry().find(end.ends()));
  }

  /**
   * One thread enters the connection, and another one closes it: it must not stay in the registry.
   */
  @Test
  void enteringRacesWithWithdrawing() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      ShmEndpoint registration = ProcessManager.register(end);
      CyclicBarrier start = new CyclicBarrier(2);
      FutureTask<Void> entering =
          new FutureTask<>(
              () -> {
                start.await();
                registration.enter();
                return null;
              });
      new Thread(entering).start();
      start.await();
      registration.withdraw();
      entering.get(20, TimeUnit.SECONDS);
      assertNull(manager.registry().find(end.ends()), "round " + round);
    }
  }

  /** While an answer may be under way, its absence means nothing. */
  @Test
  void whoIsLookedForIsNotMissingYet() throws Exception {
    ShmEndpoint registration = ProcessManager.register(end);
    registration.want();
    ManagerTasks.run(manager, () -> {});
    assertEquals(List.of(), end.reasons);
    registration.withdraw();
  }

  @Test
  void silenceSaysThatThereIsNoPeer() {
    ShmEndpoint endpoint = new ShmEndpoint(null, manager.registry(), end, () -> now, now);
    endpoint.asked();
    now += SECOND;
    endpoint.explainSilence();
    assertEquals(List.of(), end.reasons);
    now++;
    endpoint.explainSilence();
    assertEquals(List.of(Reason.NO_PEER), end.reasons);
  }

  /** A peer that answered once is there, even if it does not answer again. */
  @Test
  void silenceSaysNothingOnceAReasonIsKnown() {
    ShmEndpoint endpoint = new ShmEndpoint(null, manager.registry(), end, () -> now, now);
    endpoint.asked();
    now += 2 * SECOND;
    endpoint.explain(Reason.NO_MEMORY);
    endpoint.explainSilence();
    endpoint.asked();
    now += 2 * SECOND;
    endpoint.explainSilence();
    endpoint.withdraw();
    assertEquals(List.of(Reason.NO_MEMORY), end.reasons);
  }
}
