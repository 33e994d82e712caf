package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Anchor;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.Transport;
import org.junit.jupiter.api.Test;

/** Of an end that nobody looks for. */
class EntryTest {

  private final Exchange exchange = Exchange.ofProcess();
  private final End end = new End();

  @Test
  void anEndIsFoundFromWhenItIsEnteredUntilItIsWithdrawn() {
    Registration registration = exchange.register(end);
    assertNull(exchange.books().find(end.ends()));
    registration.enter();
    assertSame(registration, exchange.books().find(end.ends()));
    registration.withdraw();
    assertNull(exchange.books().find(end.ends()));
  }

  @Test
  void whoIsWantedIsEntered() {
    Registration registration = exchange.register(end);
    registration.want();
    assertSame(registration, exchange.books().find(end.ends()));
    registration.withdraw();
    assertNull(exchange.books().find(end.ends()));
  }

  /** A reader enters the connection that another thread closes: it would stay in the books. */
  @Test
  void enteringRacesWithWithdrawing() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      Registration registration = exchange.register(end);
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
    Registration registration = exchange.register(end);
    registration.want();
    CountDownLatch looked = new CountDownLatch(1);
    exchange.execute(looked::countDown);
    assertTrue(looked.await(20, TimeUnit.SECONDS));
    assertEquals(List.of(), end.reasons);
    registration.withdraw();
  }

  private static final class End implements PairingEnd {
    final List<Reason> reasons = new CopyOnWriteArrayList<>();

    private final FourTuple ends =
        new FourTuple(InetAddress.getLoopbackAddress(), 1, InetAddress.getLoopbackAddress(), 2);

    @Override
    public FourTuple ends() {
      return ends;
    }

    @Override
    public boolean isConnector() {
      return true;
    }

    @Override
    public int descriptor() {
      return -1;
    }

    @Override
    public Preference preference() {
      return Preference.NONE;
    }

    @Override
    public Anchor anchor() {
      throw new AssertionError("nobody offers");
    }

    @Override
    public boolean isFree() {
      return true;
    }

    @Override
    public boolean install(Transport transport) {
      return false;
    }

    @Override
    public void uninstall(Transport transport, Reason reason) {
      // None was installed.
    }

    @Override
    public long readsTcpAt() {
      return -1;
    }

    @Override
    public void explain(Reason reason) {
      reasons.add(reason);
    }
  }
}
