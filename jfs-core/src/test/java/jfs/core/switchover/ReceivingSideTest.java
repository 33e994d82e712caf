package jfs.core.switchover;

import static jfs.core.switchover.Bench.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP exactly up to where the peer switched over, then the transport. */
class ReceivingSideTest {

  private final FakeTransport transport = FakeTransport.bound();

  private Bench installed() throws IOException {
    return Bench.with(transport);
  }

  /** Data and doorbells come in one read, as the peer switches while we wait. */
  @ParameterizedTest
  @CsvSource({"1, 0", "1, 1", "1, 2", "9, 1", "100, 2"})
  void aReadIsCutWhereThePeerSwitched(int data, int bells) throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = data;
    bench.carrier.feed(numbers(0, data + bells));
    assertArrayEquals(numbers(0, data), bench.read(200));
    transport.feed(numbers(data, data + 3));
    assertArrayEquals(numbers(data, data + 3), bench.read(200));
  }

  @Test
  void oneReadTakesAllThatIsAvailableOnBothSidesOfTheSwitch() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    bench.carrier.feed(numbers(0, 4));
    transport.feed(numbers(3, 10));
    assertArrayEquals(numbers(0, 10), bench.read(100));
    transport.feed(numbers(10, 12));
    assertArrayEquals(numbers(10, 12), bench.read(100));
  }

  @Test
  void nothingIsWaitedForOnceThereIsSomething() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    bench.carrier.feed(numbers(0, 4));
    transport.hook =
        method -> {
          throw new AssertionError("would block for ever");
        };
    assertArrayEquals(numbers(0, 3), bench.read(100));
  }

  @Test
  void theCutCountsAllThatCameBefore() throws Exception {
    Bench bench = installed();
    bench.carrier.feed(numbers(0, 10));
    assertArrayEquals(numbers(0, 10), bench.read(100));
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 15;
    bench.carrier.feed(numbers(10, 17));
    assertArrayEquals(numbers(10, 15), bench.read(100));
  }

  @Test
  void aTransportInstalledDuringTheReadCutsItToo() throws Exception {
    Bench bench = new Bench();
    bench.carrier.beforeRead =
        bytes -> {
          assertTrue(bench.connection.isReadingTcp(), "whoever installs must know");
          assertTrue(bench.connection.install(transport));
          transport.peerSwitchedAt = 4;
        };
    bench.carrier.feed(numbers(0, 5));
    assertArrayEquals(numbers(0, 4), bench.read(100));
    assertFalse(bench.connection.isReadingTcp());
  }

  /** Who sleeps where a transport was that is given up is to be woken by the next one's peer. */
  @Test
  void aTransportInsteadOfTheOneThatWasAwaitedIsHeardOfTheReader() throws Exception {
    Bench bench = installed();
    FakeTransport next = FakeTransport.bound();
    bench.carrier.beforeRead =
        bytes -> {
          bench.connection.uninstall(transport, Reason.NO_PEER);
          assertTrue(bench.connection.install(next));
          assertTrue(bench.connection.isReadingTcp(), "whoever installs must know");
          next.peerSwitchedAt = 4;
        };
    bench.carrier.feed(numbers(0, 5));
    assertArrayEquals(numbers(0, 4), bench.read(100));
    assertFalse(bench.connection.isReadingTcp());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aDoorbellAloneIsNoAnswer(int bells) throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 0;
    bench.carrier.feed(new byte[bells]);
    transport.feed(numbers(0, 7));
    assertArrayEquals(numbers(0, 7), bench.read(100));
  }

  @Test
  void whenTheSwitchIsKnownDoorbellsStayOnTcp() throws Exception {
    Bench bench = installed();
    transport.peerSwitchedAt = 6;
    bench.carrier.feed(numbers(0, 8));
    assertArrayEquals(numbers(0, 4), bench.read(4));
    assertArrayEquals(numbers(4, 6), bench.read(100));
    assertEquals(2, bench.carrier.available());
    transport.feed(numbers(6, 9));
    assertArrayEquals(numbers(6, 9), bench.read(100));
    assertEquals(2, bench.carrier.available());
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

  @Test
  void aReadThatMayMeetTheSwitchIsArmedForItsTime() throws Exception {
    Bench bench = installed();
    bench.carrier.beforeRead =
        bytes -> assertEquals("[awaitSwitchOnTcp]", transport.calls.toString());
    bench.carrier.feed(numbers(0, 1));
    bench.read(1);
    assertEquals("[awaitSwitchOnTcp, awaitedSwitchOnTcp]", transport.calls.toString());
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
    bench.carrier.beforeRead = bytes -> bench.connection.uninstall(open, Reason.NO_PEER);
    bench.carrier.feed(numbers(0, 10));
    assertArrayEquals(numbers(0, 10), bench.read(100));
    assertEquals(Reason.NO_PEER, bench.stats.reason());
  }

  @Test
  void onceNoTransportCanComeTheKernelCopiesToTheApplication() throws Exception {
    Bench bench = new Bench();
    byte[] bytes = new byte[100_000];
    bench.carrier.beforeRead = into -> assertNotSame(bytes, into);
    bench.carrier.feed(numbers(0, 60_000));
    assertEquals(60_000, bench.connection.read(bytes, 0, bytes.length), "as much as is there");
    bench.connection.shutdownOutput();
    bench.carrier.beforeRead = into -> assertSame(bytes, into);
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
    bench.carrier.feed(new byte[1]);
    bench.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 0;
    assertThrows(SocketTimeoutException.class, () -> bench.read(10));
    assertEquals(40, bench.connection.option(SocketOptions.SO_TIMEOUT, 1));
    transport.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), bench.read(10));
  }

  /** As if it got no processor for longer than its time, when the doorbell had woken it. */
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
    assertEquals("[awaitSwitchOnTcp, awaitedSwitchOnTcp]", transport.calls.toString());
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
