package jfs.core.switchover;

import static jfs.core.switchover.ConnectionFixture.numbers;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP exactly up to the peer's switch, then the transport. */
class ReceivingSideTest {

  private final FakeTransport transport = FakeTransport.committed();

  private ConnectionFixture installed() throws IOException {
    return ConnectionFixture.with(transport);
  }

  /**
   * For example, if the peer's kernel does not answer probes, and the transport's peer is silent.
   */
  @Test
  void tcpsWordStandsWhereNothingMoreCanBeKnown() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead =
        bytes -> {
          throw new SocketException("Connection timed out");
        };
    transport.hook =
        method -> {
          if (method.equals("awaitEnd")) {
            throw new SocketException("Connection reset");
          }
        };
    SocketException e = assertThrows(SocketException.class, () -> fixture.read(1));
    assertEquals("Connection timed out", e.getMessage());
  }

  /** The peer announces its switch while a read waits; the announced bytes wake that read. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 100})
  void aReadThatIsUnderWayIsEndedByTheLastBytesOnTcp(int data) throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead = bytes -> transport.peerSwitchedAt = data;
    fixture.carrier.feed(numbers(0, data));
    assertArrayEquals(numbers(0, data), fixture.read(200));
    transport.feed(numbers(data, data + 3));
    assertArrayEquals(numbers(data, data + 3), fixture.read(200));
  }

  @Test
  void oneReadTakesAllThatIsAvailableOnBothSidesOfTheSwitch() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    fixture.carrier.feed(numbers(0, 3));
    transport.feed(numbers(3, 10));
    assertArrayEquals(numbers(0, 10), fixture.read(100));
    transport.feed(numbers(10, 12));
    assertArrayEquals(numbers(10, 12), fixture.read(100));
  }

  /** A channel's read may not wait at all. */
  @Test
  @Timeout(20)
  void moreThatThePeerOnlyPretendsIsNotWaitedFor() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    fixture.carrier.feed(numbers(0, 3));
    transport.pretended = 1;
    assertArrayEquals(numbers(0, 3), fixture.read(100));
  }

  @Test
  void whatTcpHasBroughtIsReturnedWhateverFailsBehindIt() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    fixture.carrier.feed(numbers(0, 3));
    transport.pretended = 1;
    transport.mayNotWait = true;
    assertArrayEquals(numbers(0, 3), fixture.read(100));
  }

  @Test
  void nothingIsWaitedForOnceThereIsSomething() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 3;
    fixture.carrier.feed(numbers(0, 3));
    transport.hook =
        method -> {
          throw new AssertionError("would block for ever");
        };
    assertArrayEquals(numbers(0, 3), fixture.read(100));
  }

  @Test
  void aTransportThatIsInstalledKnowsOfAReadThatIsUnderWay() throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.carrier.feed(numbers(0, 2));
    fixture.read(2);
    fixture.carrier.beforeRead =
        bytes -> {
          assertEquals(2, readsAt(fixture));
          assertTrue(fixture.connection.negotiation().install(transport));
          transport.peerSwitchedAt = 4;
        };
    fixture.carrier.feed(numbers(2, 4));
    assertArrayEquals(numbers(2, 4), fixture.read(100));
    assertEquals(-1, readsAt(fixture));
  }

  /** A new transport must know of a reader that sleeps since the time of an aborted one. */
  @Test
  void aTransportInsteadOfTheOneThatWasThereKnowsOfAReadThatIsUnderWay() throws Exception {
    ConnectionFixture fixture = installed();
    FakeTransport next = FakeTransport.committed();
    fixture.carrier.beforeRead =
        bytes -> {
          fixture.connection.negotiation().uninstall(transport, Reason.NO_PEER);
          assertTrue(fixture.connection.negotiation().install(next));
          assertEquals(0, readsAt(fixture));
          next.peerSwitchedAt = 4;
        };
    fixture.carrier.feed(numbers(0, 4));
    assertArrayEquals(numbers(0, 4), fixture.read(100));
    assertEquals(-1, readsAt(fixture));
  }

  /** What came by TCP is counted and goes to the program; the next read throws the error. */
  @Test
  void whatFailsBehindTheLastBytesOnTcpTakesNoneOfThem() throws Exception {
    for (boolean heap : new boolean[] {false, true}) {
      FakeTransport failing = FakeTransport.committed();
      ConnectionFixture fixture = ConnectionFixture.with(failing);
      failing.peerSwitchedAt = 3;
      failing.feed(numbers(3, 5));
      failing.hook =
          method -> {
            if (heap) {
              throw new OutOfMemoryError();
            }
            throw new SocketException("Connection reset");
          };
      fixture.carrier.feed(numbers(0, 3));
      assertArrayEquals(numbers(0, 3), fixture.read(100));
      Class<? extends Throwable> next = heap ? OutOfMemoryError.class : SocketException.class;
      assertThrows(next, () -> fixture.read(100));
      failing.hook = method -> {};
      assertArrayEquals(numbers(3, 5), fixture.read(100));
    }
  }

  @Test
  void aReaderThatMissedTheSwitchSeesItBeforeItBlocks() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.feed(numbers(0, 1));
    fixture.carrier.beforeRead =
        bytes -> {
          throw new AssertionError("would block for ever");
        };
    assertArrayEquals(numbers(0, 1), fixture.read(1));
  }

  private static long readsAt(ConnectionFixture fixture) {
    return fixture.connection.negotiation().anchor().readsAt();
  }

  @Test
  void aReadThatMayMissTheSwitchIsKnownForItsTime() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead = bytes -> assertEquals(0, readsAt(fixture));
    fixture.carrier.feed(numbers(0, 1));
    fixture.read(1);
    assertEquals(-1, readsAt(fixture));
  }

  /** Half of the announced bytes came: the peer ended while it wrote, as may happen on TCP. */
  @Test
  void theEndOfTcpAmongTheLastBytesThereIsTheStreams() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 6;
    fixture.carrier.feed(numbers(0, 4));
    fixture.carrier.feedEnd();
    assertArrayEquals(numbers(0, 4), fixture.read(100));
    assertNull(fixture.read(100));
  }

  /** Bytes are unread on TCP, and more of the peer's are due by the transport. */
  @Test
  void inputThatIsShutDownHasEnded() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 6;
    fixture.carrier.feed(numbers(0, 4));
    fixture.connection.shutdownInput();
    assertNull(fixture.read(100));
    assertNull(fixture.read(100));
  }

  @Test
  void aReaderOnTcpHasReachedTheEndOnceInputIsShutDown() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.beforeRead =
        bytes -> {
          transport.peerSwitchedAt = 6;
          fixture.connection.shutdownInput();
        };
    fixture.carrier.feedEnd();
    assertNull(fixture.read(100));
  }

  /** The peer learns of a close before TCP is closed, and may answer it by its own at once. */
  @Test
  void aReaderOfAClosedSocketDoesNotTakeThePeersAnswerForTheEnd() throws Exception {
    ConnectionFixture fixture = installed();
    ConnectionFixture.Stop reading = new ConnectionFixture.Stop();
    reading.letGo();
    fixture.carrier.beforeRead = bytes -> reading.stopHere();
    FutureTask<byte[]> reader = ConnectionFixture.start(() -> fixture.read(10));
    reading.awaitArrival();
    transport.onClose =
        () -> {
          fixture.carrier.feedEnd();
          assertThrows(SocketException.class, () -> ConnectionFixture.soon(reader));
        };
    fixture.connection.close();
    assertTrue(reader.isDone());
  }

  @Test
  void aPeerThatSwitchedBeforeWhatCameIsReset() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.feed(numbers(0, 10));
    fixture.read(10);
    transport.peerSwitchedAt = 9;
    assertEquals(
        "Connection reset",
        assertThrows(SocketException.class, () -> fixture.read(10)).getMessage());
  }

  @Test
  void whatARetractedTransportSaysIsNotHeard() throws Exception {
    FakeTransport open = new FakeTransport();
    ConnectionFixture fixture = ConnectionFixture.with(open);
    fixture.carrier.beforeRead =
        bytes -> fixture.connection.negotiation().uninstall(open, Reason.NO_PEER);
    fixture.carrier.feed(numbers(0, 10));
    assertArrayEquals(numbers(0, 10), fixture.read(100));
    assertEquals(Reason.NO_PEER, fixture.stats.reason());
  }

  /** As with the JDK, one read takes all bytes, of any size, and into the same array. */
  @Test
  void aReadFromTcpTakesAllThatTheProgramAsksFor() throws Exception {
    ConnectionFixture none = new ConnectionFixture();
    assertReadsAtOnce(none);
    none.connection.shutdownOutput();
    assertReadsAtOnce(none);
    assertReadsAtOnce(installed());
  }

  private static void assertReadsAtOnce(ConnectionFixture fixture) throws IOException {
    byte[] bytes = new byte[100_000];
    fixture.carrier.beforeRead = into -> assertSame(bytes, into);
    fixture.carrier.feed(numbers(0, 60_000));
    assertEquals(60_000, fixture.connection.read(bytes, 0, bytes.length));
    fixture.carrier.feed(numbers(60_000, 100_000));
    assertEquals(40_000, fixture.connection.read(bytes, 60_000, 40_000));
    assertArrayEquals(numbers(0, 100_000), bytes);
  }

  @Test
  void theEndOfFileIsReadAgainAndAgain() throws Exception {
    ConnectionFixture onTcp = new ConnectionFixture();
    onTcp.carrier.feedEnd();
    assertNull(onTcp.read(10));
    onTcp.carrier.feed(numbers(0, 1));
    assertNull(onTcp.read(10));

    ConnectionFixture switched = installed();
    transport.peerSwitchedAt = 0;
    transport.feedEnd();
    assertNull(switched.read(10));
    transport.feed(numbers(0, 1));
    assertNull(switched.read(10));
  }

  @Test
  void aTimeoutIsOneForAllWaitsOfARead() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.setOption(SocketOptions.SO_TIMEOUT, 40);
    fixture.connection.optionSet(SocketOptions.SO_TIMEOUT, 40);
    fixture.carrier.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), fixture.read(1));
    fixture.carrier.feed(new byte[1]);
    fixture.carrier.beforeRead = bytes -> transport.peerSwitchedAt = 1;
    assertThrows(SocketTimeoutException.class, () -> fixture.read(10));
    assertEquals(40, fixture.connection.option(SocketOptions.SO_TIMEOUT, 1));
    transport.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), fixture.read(10));
  }

  @Test
  void aTimeoutOnTcpLeavesTheConnectionUsable() throws Exception {
    ConnectionFixture fixture = installed();
    fixture.carrier.setOption(SocketOptions.SO_TIMEOUT, 1);
    fixture.connection.optionSet(SocketOptions.SO_TIMEOUT, 1);
    assertThrows(SocketTimeoutException.class, () -> fixture.read(10));
    assertEquals(-1, readsAt(fixture));
    fixture.carrier.feed(numbers(0, 3));
    assertArrayEquals(numbers(0, 3), fixture.read(10));
  }

  @Test
  void readersComeOneAfterTheOther() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    ConnectionFixture.Stop inside = new ConnectionFixture.Stop();
    transport.hook = method -> inside.stopHere();
    FutureTask<byte[]> first = ConnectionFixture.start(() -> fixture.read(10));
    inside.awaitArrival();
    FutureTask<byte[]> second = ConnectionFixture.start(() -> fixture.read(10));
    transport.feed(numbers(0, 1));
    transport.feed(numbers(1, 2));
    assertFalse(second.isDone());
    inside.letGo();
    assertArrayEquals(numbers(0, 1), ConnectionFixture.soon(first));
    assertArrayEquals(numbers(1, 2), ConnectionFixture.soon(second));
  }

  @Test
  void availableIsTheTransportsOnceSwitched() throws Exception {
    ConnectionFixture fixture = installed();
    transport.peerSwitchedAt = 0;
    transport.feed(numbers(0, 1));
    fixture.read(1);
    transport.feed(numbers(0, 4));
    fixture.carrier.feed(new byte[2]);
    assertEquals(4, fixture.connection.available());
    fixture.connection.shutdownInput();
    assertEquals(0, fixture.connection.available());
    fixture.connection.close();
    assertThrows(SocketException.class, fixture.connection::available);
  }
}
