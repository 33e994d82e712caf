package jfs.core.switchover;

import static jfs.core.switchover.ConnectionFixture.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Doorbells are no bytes of the stream, and none is left on TCP that a reader has been promised.
 */
class OwedDoorbellsTest {

  private final FakeTransport transport = FakeTransport.committed();

  private ConnectionFixture installed() throws IOException {
    return ConnectionFixture.with(transport);
  }

  /** The news of a switch may come late: a read then gets a doorbell, which is no result. */
  @Test
  void aDoorbellAloneIsNoAnswer() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead =
        bytes -> {
          transport.peerSwitchedAt = 0;
          transport.doorbellsOwed.set(1);
        };
    fixture.carrier.feed(new byte[1]);
    transport.feed(numbers(0, 7));
    assertArrayEquals(numbers(0, 7), fixture.read(100));
    assertEquals(0, transport.doorbellsOwed());
  }

  @Test
  void aReaderReturnsWithNoDoorbellLeftOnTcp() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 2;
    fixture.carrier.feed(numbers(0, 2));
    transport.feed(numbers(2, 4));
    assertArrayEquals(numbers(0, 4), fixture.read(100));
    transport.hook =
        method -> {
          transport.doorbellsOwed.set(1);
          fixture.carrier.feed(new byte[1]);
        };
    transport.feed(numbers(4, 6));
    assertArrayEquals(numbers(4, 6), fixture.read(100));
    assertEquals(0, fixture.carrier.available());
    assertEquals(0, transport.doorbellsOwed());
  }

  /** An interrupted reader must not leave a doorbell, which would cause a reset at the peer. */
  @Test
  void aReaderThatIsInterruptedTakesItsDoorbell() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.doorbellsOwed.set(1);
    transport.feed(numbers(0, 1));
    fixture.carrier.beforeRead = bytes -> fixture.carrier.feed(new byte[1]);
    Thread.currentThread().interrupt();
    byte[] read = fixture.read(1);
    assertTrue(Thread.interrupted());
    assertArrayEquals(numbers(0, 1), read);
    assertEquals(0, transport.doorbellsOwed());
  }

  /** It has read the doorbell or not. */
  @Test
  void aReaderWhoseStackOverflowsLeavesThatUnknown() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.doorbellsOwed.set(1);
    fixture.carrier.feed(new byte[1]);
    fixture.carrier.beforeRead =
        bytes -> {
          throw new StackOverflowError("of this test's");
        };
    transport.feed(numbers(0, 1));
    assertThrows(StackOverflowError.class, () -> fixture.read(1));
    assertTrue(transport.readsDoorbells);
    fixture.carrier.beforeRead = bytes -> {};
    transport.feed(numbers(1, 2));
    assertArrayEquals(numbers(1, 2), fixture.read(1));
    assertFalse(transport.readsDoorbells);
  }

  /**
   * A doorbell behind unread bytes of the stream stays: without a transport, those are unread too.
   */
  @Test
  void aDoorbellBehindUnreadBytesWaitsForThem() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 6;
    transport.doorbellsOwed.set(1);
    fixture.carrier.feed(numbers(0, 7));
    assertArrayEquals(numbers(0, 4), fixture.read(4));
    assertEquals(3, fixture.carrier.available());
    assertArrayEquals(numbers(4, 6), fixture.read(100));
    assertEquals(0, fixture.carrier.available());
  }

  @Test
  void closingLeavesNoDoorbellOnTcp() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.doorbellsOwed.set(1);
    fixture.carrier.feed(new byte[1]);
    fixture.connection.close();
    assertEquals(0, transport.doorbellsOwed());
  }

  @Test
  void shuttingInputDownLeavesNoDoorbellOnTcp() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.doorbellsOwed.set(1);
    fixture.carrier.feed(new byte[1]);
    fixture.connection.shutdownInput();
    assertEquals(0, transport.doorbellsOwed());
  }

  /** As where an interrupt comes when the doorbell has just been taken from TCP. */
  @Test
  void aReaderThatClosesDoesNotWaitLongForTheDoorbellInItsHands() throws Exception {
    ConnectionFixture fixture = installed();
    List<Object> timeouts = new ArrayList<>();
    fixture.carrier.beforeRead =
        bytes -> {
          timeouts.add(fixture.carrier.options.get(SocketOptions.SO_TIMEOUT));
          if (timeouts.size() == 1) {
            transport.peerSwitchedAt = 0;
            transport.doorbellsOwed.set(1);
            fixture.connection.close();
          }
        };
    fixture.carrier.feed(new byte[0]);
    assertThrows(SocketException.class, () -> fixture.read(1));
    assertTrue(timeouts.size() == 2 && (int) timeouts.get(1) <= 10, timeouts::toString);
  }

  /**
   * From JDK 25 on the thread that interrupts a reader of a channel closes the channel, with a
   * monitor that the reader takes on its way out.
   */
  @Test
  void noThreadWaitsLongForAnInterruptedReaderThatWaitsForIt() throws Exception {
    ConnectionFixture fixture = installed();
    Object monitor = new Object();
    AtomicBoolean met = new AtomicBoolean();
    fixture.carrier.beforeRead =
        bytes -> {
          if (met.compareAndSet(false, true)) {
            transport.peerSwitchedAt = 0;
            transport.doorbellsOwed.set(1);
            Thread.currentThread().interrupt();
            synchronized (monitor) {
              transport.doorbellsOwed.set(0);
            }
          }
        };
    fixture.carrier.feed(new byte[0]);
    Thread reader = new Thread(() -> assertThrows(SocketException.class, () -> fixture.read(1)));
    long took;
    synchronized (monitor) {
      reader.start();
      while (reader.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      long start = System.nanoTime();
      fixture.connection.close();
      took = System.nanoTime() - start;
    }
    reader.join();
    assertTrue(took < 900_000_000, "it was a second: " + took);
  }

  /** Only the first read waits for a doorbell that never comes. */
  @Test
  void aDoorbellThatDoesNotComeHoldsNoReaderUpForLong() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.doorbellsOwed.set(1);
    for (int i = 0; i < 1000; i++) {
      transport.feed(numbers(0, 1));
    }
    long start = System.nanoTime();
    for (int i = 0; i < 1000; i++) {
      assertArrayEquals(numbers(0, 1), fixture.read(1));
    }
    assertEquals(1, transport.doorbellsOwed());
    assertTrue(System.nanoTime() - start < 5_000_000_000L, "10 s if each waits");
    fixture.carrier.feed(new byte[1]);
    transport.feed(numbers(0, 1));
    fixture.read(1);
    assertEquals(0, transport.doorbellsOwed());
  }

  @Test
  void aDoorbellIsNotWaitedForBeyondTheEndOfTcp() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.doorbellsOwed.set(2);
    fixture.carrier.feed(new byte[1]);
    fixture.carrier.feedEnd();
    transport.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), fixture.read(1));
    assertEquals(1, transport.doorbellsOwed());
  }

  /** The doorbell has woken the reader, but it gets no processor for longer than its timeout. */
  @Test
  void aReaderThatIsLateStillReadsWhatCame() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.setOption(SocketOptions.SO_TIMEOUT, 1);
    fixture.connection.optionSet(SocketOptions.SO_TIMEOUT, 1);
    fixture.carrier.feed(new byte[1]);
    fixture.carrier.beforeRead =
        bytes -> {
          transport.peerSwitchedAt = 0;
          long begin = System.nanoTime();
          while (System.nanoTime() - begin < 2_000_000) {
            Thread.onSpinWait();
          }
        };
    transport.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), fixture.read(10));
  }

  @Test
  void availableNeverCountsDoorbells() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.feed(numbers(0, 10));
    assertEquals(10, fixture.connection.available());
    transport.feed(numbers(0, 5));
    transport.peerSwitchedAt = 8;
    assertEquals(8 + 5, fixture.connection.available());
    fixture.read(3);
    assertEquals(5 + 5, fixture.connection.available());
    transport.peerSwitchedAt = 20;
    assertEquals(7, fixture.connection.available(), "what lies between is on its way");
  }
}
