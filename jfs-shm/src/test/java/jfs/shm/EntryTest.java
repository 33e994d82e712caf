package jfs.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;

/** Of an end that nobody looks for. */
class EntryTest {

  private static final long SECOND = 1_000_000_000;

  private long now = 1;
  private final Exchange exchange = Exchange.ofProcess();
  private final FakeEnd end = new FakeEnd(1, 2);

  @Test
  void anEndIsFoundFromWhenItIsEnteredUntilItIsWithdrawn() {
    Entry registration = exchange.register(end, System.nanoTime());
    assertNull(exchange.books().find(end.ends()));
    registration.enter();
    assertSame(registration, exchange.books().find(end.ends()));
    registration.withdraw();
    assertNull(exchange.books().find(end.ends()));
  }

  @Test
  void whoIsWantedIsEntered() {
    Entry registration = exchange.register(end, System.nanoTime());
    registration.want();
    assertSame(registration, exchange.books().find(end.ends()));
    registration.withdraw();
    assertNull(exchange.books().find(end.ends()));
  }

  /** A reader enters the connection that another thread closes: it would stay in the books. */
  @Test
  void enteringRacesWithWithdrawing() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      Entry registration = exchange.register(end, System.nanoTime());
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
      assertNull(exchange.books().find(end.ends()), "round " + round);
    }
  }

  /** As long as an answer may be under way, nobody can say that there is none. */
  @Test
  void whoIsLookedForIsNotMissingYet() throws Exception {
    Entry registration = exchange.register(end, System.nanoTime());
    registration.want();
    ExchangeTasks.run(exchange, () -> {});
    assertEquals(List.of(), end.reasons);
    registration.withdraw();
  }

  @Test
  void silenceSaysThatThereIsNoPeer() {
    Entry entry = new Entry(exchange, end, null, () -> now, now);
    entry.asked();
    now += SECOND;
    entry.explainSilence();
    assertEquals(List.of(), end.reasons);
    now++;
    entry.explainSilence();
    assertEquals(List.of(Reason.NO_PEER), end.reasons);
  }

  /** A peer that answered once is there, even if it does not answer again. */
  @Test
  void silenceSaysNothingOnceAReasonIsKnown() {
    Entry entry = new Entry(exchange, end, null, () -> now, now);
    entry.asked();
    now += 2 * SECOND;
    entry.explain(Reason.NO_MEMORY);
    entry.explainSilence();
    entry.asked();
    now += 2 * SECOND;
    entry.explainSilence();
    entry.withdraw();
    assertEquals(List.of(Reason.NO_MEMORY), end.reasons);
  }
}
