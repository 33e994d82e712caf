package jfs.core.switchover;

import static jfs.core.switchover.Bench.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.util.concurrent.FutureTask;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP exactly up to the peer's switch, then the transport. */
class ReceivingSideTest {

  private final FakeTransport transport = FakeTransport.committed();

  private Bench installed() throws IOException {
    return Bench.with(transport);
  }

  /**
   * For example, if the peer's kernel does not answer probes, and the transport's peer is silent.
   */
  @Test
  void tcpsWordStandsWhereNothingMoreCanBeKnown() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead =
        bytes -> {
          throw new SocketException("Connection timed out");
        };
    transport.hook =
        method -> {
          if (method.equals("awaitEnd")) {
            throw new SocketException("Connection reset");
          }
        };
    SocketException e = assertThrows(SocketException.class, () -> bench.read(1));
    assertEquals("Connection timed out", e.getMessage());
  }

  /** The peer announces its switch while a read waits; the announced bytes wake that read. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 100})
  void aReadThatIsUnderWayIsEndedByTheLastBytesOnTcp(int data) throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = data;
    bench.carrier.feed(numbers(0, data));
    assertArrayEquals(numbers(0, data), bench.read(200));
    transport.feed(numbers(data, data + 3));
    assertArrayEquals(numbers(data, data + 3), bench.read(200));
  }

  @Test
  void oneReadTakesAllThatIsAvailableOnBothSidesOfTheSwitch() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    bench.carrier.feed(numbers(0, 3));
    transport.feed(numbers(3, 10));
    assertArrayEquals(numbers(0, 10), bench.read(100));
    transport.feed(numbers(10, 12));
    assertArrayEquals(numbers(10, 12), bench.read(100));
  }

  @Test
  void nothingIsWaitedForOnceThereIsSomething() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    bench.carrier.feed(numbers(0, 3));
    transport.hook =
        method -> {
          throw new AssertionError("would block for ever");
        };
    assertArrayEquals(numbers(0, 3), bench.read(100));
  }

  @Test
  void whoeverInstallsATransportKnowsOfAReadThatIsUnderWay() throws Exception {
    Bench bench = new Bench();
    bench.carrier.feed(numbers(0, 2));
    bench.read(2);
    bench.carrier.beforeRead =
        bytes -> {
          assertEquals(2, readsAt(bench));
          assertTrue(bench.connection.negotiation().install(transport));
          transport.peerSwitchedAt = 4;
        };
    bench.carrier.feed(numbers(2, 4));
    assertArrayEquals(numbers(2, 4), bench.read(100));
    assertEquals(-1, readsAt(bench));
  }

  /** A new transport must know of a reader that sleeps since the time of an aborted one. */
  @Test
  void aTransportInsteadOfTheOneThatWasThereKnowsOfAReadThatIsUnderWay() throws Exception {
    Bench bench = installed();
    FakeTransport next = FakeTransport.committed();
    bench.carrier.beforeRead =
        bytes -> {
          bench.connection.negotiation().uninstall(transport, Reason.NO_PEER);
          assertTrue(bench.connection.negotiation().install(next));
          assertEquals(0, readsAt(bench));
          next.peerSwitchedAt = 4;
        };
    bench.carrier.feed(numbers(0, 4));
    assertArrayEquals(numbers(0, 4), bench.read(100));
    assertEquals(-1, readsAt(bench));
  }

  /** The news of a switch may come late: a read then gets a doorbell, which is no result. */
  @Test
  void aWakeUpAloneIsNoAnswer() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead =
        bytes -> {
          transport.peerSwitchedAt = 0;
          transport.wakeUpsOwed.set(1);
        };
    bench.carrier.feed(new byte[1]);
    transport.feed(numbers(0, 7));
    assertArrayEquals(numbers(0, 7), bench.read(100));
    assertEquals(0, transport.wakeUpsOwed());
  }

  @Test
  void aReaderReturnsWithNoWakeUpLeftOnTcp() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 2;
    bench.carrier.feed(numbers(0, 2));
    transport.feed(numbers(2, 4));
    assertArrayEquals(numbers(0, 4), bench.read(100));
    transport.hook =
        method -> {
          transport.wakeUpsOwed.set(1);
          bench.carrier.feed(new byte[1]);
        };
    transport.feed(numbers(4, 6));
    assertArrayEquals(numbers(4, 6), bench.read(100));
    assertEquals(0, bench.carrier.available());
    assertEquals(0, transport.wakeUpsOwed());
  }

  /** An interrupted reader must not leave a doorbell, which would cause a reset at the peer. */
  @Test
  void aReaderThatIsInterruptedTakesItsWakeUp() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    transport.wakeUpsOwed.set(1);
    transport.feed(numbers(0, 1));
    bench.carrier.beforeRead = bytes -> bench.carrier.feed(new byte[1]);
    Thread.currentThread().interrupt();
    byte[] read = bench.read(1);
    assertTrue(Thread.interrupted());
    assertArrayEquals(numbers(0, 1), read);
    assertEquals(0, transport.wakeUpsOwed());
  }

  /** What came by TCP is counted and goes to the program; the next read throws the error. */
  @Test
  void whatFailsBehindTheLastBytesOnTcpTakesNoneOfThem() throws Exception {
    for (boolean heap : new boolean[] {false, true}) {
      FakeTransport failing = FakeTransport.committed();
      Bench bench = Bench.with(failing);
      failing.peerSwitchedAt = 3;
      failing.feed(numbers(3, 5));
      failing.hook =
          method -> {
            if (heap) {
              throw new OutOfMemoryError();
            }
            throw new SocketException("Connection reset");
          };
      bench.carrier.feed(numbers(0, 3));
      assertArrayEquals(numbers(0, 3), bench.read(100));
      Class<? extends Throwable> next = heap ? OutOfMemoryError.class : SocketException.class;
      assertThrows(next, () -> bench.read(100));
      failing.hook = method -> {};
      assertArrayEquals(numbers(3, 5), bench.read(100));
    }
  }

  /**
   * A doorbell behind unread bytes of the stream stays: without a transport, those are unread too.
   */
  @Test
  void aWakeUpBehindUnreadBytesWaitsForThem() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 6;
    transport.wakeUpsOwed.set(1);
    bench.carrier.feed(numbers(0, 7));
    assertArrayEquals(numbers(0, 4), bench.read(4));
    assertEquals(3, bench.carrier.available());
    assertArrayEquals(numbers(4, 6), bench.read(100));
    assertEquals(0, bench.carrier.available());
  }

  @Test
  void closingLeavesNoWakeUpOnTcp() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    transport.wakeUpsOwed.set(1);
    bench.carrier.feed(new byte[1]);
    bench.connection.close();
    assertEquals(0, transport.wakeUpsOwed());
  }

  @Test
  void shuttingInputDownLeavesNoWakeUpOnTcp() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    transport.wakeUpsOwed.set(1);
    bench.carrier.feed(new byte[1]);
    bench.connection.shutdownInput();
    assertEquals(0, transport.wakeUpsOwed());
  }

  /** Only the first read waits for a doorbell that never comes. */
  @Test
  void aWakeUpThatDoesNotComeHoldsNobodyUpForLong() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    transport.wakeUpsOwed.set(1);
    for (int i = 0; i < 1000; i++) {
      transport.feed(numbers(0, 1));
    }
    long start = System.nanoTime();
    for (int i = 0; i < 1000; i++) {
      assertArrayEquals(numbers(0, 1), bench.read(1));
    }
    assertEquals(1, transport.wakeUpsOwed());
    assertTrue(System.nanoTime() - start < 5_000_000_000L, "10 s if each waits");
    bench.carrier.feed(new byte[1]);
    transport.feed(numbers(0, 1));
    bench.read(1);
    assertEquals(0, transport.wakeUpsOwed());
  }

  @Test
  void aWakeUpIsNotWaitedForBeyondTheEndOfTcp() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    transport.wakeUpsOwed.set(2);
    bench.carrier.feed(new byte[1]);
    bench.carrier.feedEnd();
    transport.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), bench.read(1));
    assertEquals(1, transport.wakeUpsOwed());
  }

  @Test
  void aReaderThatMissedTheSwitchSeesItBeforeItBlocks() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    transport.feed(numbers(0, 1));
    bench.carrier.beforeRead =
        bytes -> {
          throw new AssertionError("would block for ever");
        };
    assertArrayEquals(numbers(0, 1), bench.read(1));
  }

  private static long readsAt(Bench bench) {
    return bench.connection.negotiation().anchor().readsAt();
  }

  @Test
  void aReadThatMayMissTheSwitchIsKnownForItsTime() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> assertEquals(0, readsAt(bench));
    bench.carrier.feed(numbers(0, 1));
    bench.read(1);
    assertEquals(-1, readsAt(bench));
  }

  /** Half of the announced bytes came: the peer ended while it wrote, as may happen on TCP. */
  @Test
  void theEndOfTcpAmongTheLastBytesThereIsTheStreams() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 6;
    bench.carrier.feed(numbers(0, 4));
    bench.carrier.feedEnd();
    assertArrayEquals(numbers(0, 4), bench.read(100));
    assertNull(bench.read(100));
  }

  /** Bytes are unread on TCP, and more of the peer's are due by the transport. */
  @Test
  void inputThatIsShutDownHasEnded() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 6;
    bench.carrier.feed(numbers(0, 4));
    bench.connection.shutdownInput();
    assertNull(bench.read(100));
    assertNull(bench.read(100));
  }

  @Test
  void aReaderOnTcpWhoseInputIsShutDownHasReachedTheEnd() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead =
        bytes -> {
          transport.peerSwitchedAt = 6;
          bench.connection.shutdownInput();
        };
    bench.carrier.feedEnd();
    assertNull(bench.read(100));
  }

  /** The peer learns of a close before TCP is closed, and may answer it by its own at once. */
  @Test
  void aReaderWhoseSocketIsClosedDoesNotTakeThePeersAnswerForTheEnd() throws Exception {
    Bench bench = installed();
    Bench.Stop reading = new Bench.Stop();
    reading.letGo();
    bench.carrier.beforeRead = bytes -> reading.stopHere();
    FutureTask<byte[]> reader = Bench.start(() -> bench.read(10));
    reading.awaitArrival();
    transport.onClose =
        () -> {
          bench.carrier.feedEnd();
          assertThrows(SocketException.class, () -> Bench.soon(reader));
        };
    bench.connection.close();
    assertTrue(reader.isDone());
  }

  @Test
  void aPeerThatSwitchedBeforeWhatCameIsReset() throws Exception {
    Bench bench = installed();
    bench.carrier.feed(numbers(0, 10));
    bench.read(10);
    transport.peerSwitchedAt = 9;
    assertEquals(
        "Connection reset", assertThrows(SocketException.class, () -> bench.read(10)).getMessage());
  }

  @Test
  void whatARetractedTransportSaysIsNotHeard() throws Exception {
    FakeTransport open = new FakeTransport();
    Bench bench = Bench.with(open);
    bench.carrier.beforeRead =
        bytes -> bench.connection.negotiation().uninstall(open, Reason.NO_PEER);
    bench.carrier.feed(numbers(0, 10));
    assertArrayEquals(numbers(0, 10), bench.read(100));
    assertEquals(Reason.NO_PEER, bench.stats.reason());
  }

  /** As with the JDK, one read takes all bytes, of any size, and into the same array. */
  @Test
  void aReadFromTcpTakesAllThatTheProgramAsksFor() throws Exception {
    Bench none = new Bench();
    assertReadsAtOnce(none);
    none.connection.shutdownOutput();
    assertReadsAtOnce(none);
    assertReadsAtOnce(installed());
  }

  private static void assertReadsAtOnce(Bench bench) throws IOException {
    byte[] bytes = new byte[100_000];
    bench.carrier.beforeRead = into -> assertSame(bytes, into);
    bench.carrier.feed(numbers(0, 60_000));
    assertEquals(60_000, bench.connection.read(bytes, 0, bytes.length));
    bench.carrier.feed(numbers(60_000, 100_000));
    assertEquals(40_000, bench.connection.read(bytes, 60_000, 40_000));
    assertArrayEquals(numbers(0, 100_000), bytes);
  }

  @Test
  void theEndOfFileIsReadAgainAndAgain() throws Exception {
    Bench onTcp = new Bench();
    onTcp.carrier.feedEnd();
    assertNull(onTcp.read(10));
    onTcp.carrier.feed(numbers(0, 1));
    assertNull(onTcp.read(10));

    Bench switched = installed();
    transport.peerSwitchedAt = 0;
    transport.feedEnd();
    assertNull(switched.read(10));
    transport.feed(numbers(0, 1));
    assertNull(switched.read(10));
  }

  @Test
  void aTimeoutIsOneForAllWaitsOfARead() throws Exception {
    Bench bench = installed();
    bench.carrier.setOption(SocketOptions.SO_TIMEOUT, 40);
    bench.connection.optionSet(SocketOptions.SO_TIMEOUT, 40);
    bench.carrier.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), bench.read(1));
    bench.carrier.feed(new byte[1]);
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 1;
    assertThrows(SocketTimeoutException.class, () -> bench.read(10));
    assertEquals(40, bench.connection.option(SocketOptions.SO_TIMEOUT, 1));
    transport.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), bench.read(10));
  }

  /** The doorbell has woken the reader, but it gets no processor for longer than its timeout. */
  @Test
  void aReaderThatIsLateStillReadsWhatCame() throws Exception {
    Bench bench = installed();
    bench.carrier.setOption(SocketOptions.SO_TIMEOUT, 1);
    bench.connection.optionSet(SocketOptions.SO_TIMEOUT, 1);
    bench.carrier.feed(new byte[1]);
    bench.carrier.beforeRead =
        bytes -> {
          transport.peerSwitchedAt = 0;
          long begin = System.nanoTime();
          while (System.nanoTime() - begin < 2_000_000) {
            Thread.onSpinWait();
          }
        };
    transport.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), bench.read(10));
  }

  @Test
  void aTimeoutOnTcpLeavesTheConnectionUsable() throws Exception {
    Bench bench = installed();
    bench.carrier.setOption(SocketOptions.SO_TIMEOUT, 1);
    bench.connection.optionSet(SocketOptions.SO_TIMEOUT, 1);
    assertThrows(SocketTimeoutException.class, () -> bench.read(10));
    assertEquals(-1, readsAt(bench));
    bench.carrier.feed(numbers(0, 3));
    assertArrayEquals(numbers(0, 3), bench.read(10));
  }

  @Test
  void readersComeOneAfterTheOther() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    Bench.Stop inside = new Bench.Stop();
    transport.hook = method -> inside.stopHere();
    FutureTask<byte[]> first = Bench.start(() -> bench.read(10));
    inside.awaitArrival();
    FutureTask<byte[]> second = Bench.start(() -> bench.read(10));
    transport.feed(numbers(0, 1));
    transport.feed(numbers(1, 2));
    assertFalse(second.isDone());
    inside.letGo();
    assertArrayEquals(numbers(0, 1), Bench.soon(first));
    assertArrayEquals(numbers(1, 2), Bench.soon(second));
  }

  @Test
  void availableNeverCountsDoorbells() throws Exception {
    Bench bench = installed();
    bench.carrier.feed(numbers(0, 10));
    assertEquals(10, bench.connection.available());
    transport.feed(numbers(0, 5));
    transport.peerSwitchedAt = 8;
    assertEquals(8 + 5, bench.connection.available());
    bench.read(3);
    assertEquals(5 + 5, bench.connection.available());
    transport.peerSwitchedAt = 20;
    assertEquals(7, bench.connection.available(), "what lies between is on its way");
  }

  @Test
  void availableIsTheTransportsOnceSwitched() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 0;
    transport.feed(numbers(0, 1));
    bench.read(1);
    transport.feed(numbers(0, 4));
    bench.carrier.feed(new byte[2]);
    assertEquals(4, bench.connection.available());
    bench.connection.shutdownInput();
    assertEquals(0, bench.connection.available());
    bench.connection.close();
    assertThrows(SocketException.class, bench.connection::available);
  }
}
