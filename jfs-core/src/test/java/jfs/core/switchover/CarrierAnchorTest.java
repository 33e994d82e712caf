package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.SocketException;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class CarrierAnchorTest {

  private final FakeCarrier carrier = new FakeCarrier();

  /** A reader that waits again sets the time left, while the application sets a timeout, too. */
  @Test
  void aTimeoutThatIsSetWhileAReaderSetsAnotherHoldsForTheNextRead() throws Exception {
    CarrierAnchor anchor = new CarrierAnchor(carrier);
    carrier.beforeOption =
        () -> {
          carrier.options.put(SocketOptions.SO_TIMEOUT, 30);
          anchor.timeout(30);
        };
    carrier.feed(new byte[2]);
    anchor.read(new byte[1], 0, 1, 60_000);
    carrier.beforeOption = () -> {};
    carrier.beforeRead = bytes -> assertEquals(30, carrier.options.get(SocketOptions.SO_TIMEOUT));
    assertEquals(1, anchor.read(new byte[1], 0, 1, anchor.timeout()));
  }

  /** Boxing the timeout takes heap. */
  @Test
  void aTimeoutThatThereWasNoMemoryToSetIsSetByTheNextRead() throws Exception {
    CarrierAnchor anchor = new CarrierAnchor(carrier);
    carrier.beforeOption =
        () -> {
          throw new OutOfMemoryError();
        };
    assertThrows(OutOfMemoryError.class, () -> anchor.read(new byte[1], 0, 1, 40));
    carrier.beforeOption = () -> {};
    assertThrows(SocketTimeoutException.class, () -> anchor.read(new byte[1], 0, 1, 40));
  }

  /** What the application sets during the switch is kept, and does not hold doorbells back. */
  @Test
  void noDelayThatIsSetDuringTheSwitchIsKept() throws Exception {
    CarrierAnchor anchor = new CarrierAnchor(carrier);
    carrier.options.put(SocketOptions.TCP_NODELAY, true);
    Thread application = new Thread(() -> setNoDelay(anchor, false));
    carrier.afterOption = () -> runUntilHeldUp(application);
    anchor.pushAtOnce();
    application.join();
    assertEquals(true, carrier.options.get(SocketOptions.TCP_NODELAY));
    assertEquals(false, anchor.noDelay(true));
  }

  private void setNoDelay(CarrierAnchor anchor, boolean wanted) {
    try {
      carrier.setOption(SocketOptions.TCP_NODELAY, wanted);
      anchor.noDelaySet(wanted);
    } catch (SocketException e) {
      throw new AssertionError(e);
    }
  }

  private static void runUntilHeldUp(Thread thread) {
    thread.start();
    while (thread.getState() != Thread.State.BLOCKED
        && thread.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
  }
}
