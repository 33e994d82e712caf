package jfs.core.switchover;

import static jfs.core.switchover.ConnectionFixture.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.Test;

/** JFS takes over a connection that went by TCP without it, perhaps with threads in it. */
class SocketTakenOverTest {

  private static final long RECEIVED = 10;
  private static final long SENT = 20;

  private final FakeCarrier carrier = new FakeCarrier();
  private final FakeTransport transport = FakeTransport.committed();
  private final FourTuple ends =
      new FourTuple(
          InetAddress.getLoopbackAddress(), 1000, InetAddress.getLoopbackAddress(), 49_999);
  private final ConnectionStats stats =
      new Connections().add(this, Origin.OPENED, ends, Reason.UNPAIRED).stats();
  private DeferredSocket socket;

  private void takeOver(boolean reading, boolean writing) throws IOException {
    socket =
        new DeferredSocket(carrier, ends, true, Preference.NONE, stats, new RecordingProvider());
    stats.include(socket.own());
    TrafficBefore before = new TrafficBefore();
    before.received(RECEIVED, reading, 1);
    before.sent(SENT, writing, 2, false);
    socket.takeOver(before);
    socket.begin();
  }

  private void install() throws IOException {
    assertTrue(socket.make().negotiation().install(transport));
  }

  private byte[] read(int most) throws IOException {
    byte[] bytes = new byte[most];
    int n = socket.read(bytes, 0, most);
    return n < 0 ? null : Arrays.copyOf(bytes, n);
  }

  /** The thread that was reading returns with these bytes. */
  private byte[] returned(byte[] came, int most) throws IOException {
    byte[] bytes = Arrays.copyOf(came, most);
    int n = socket.readReturned(bytes, 0, most, (byte) 0, System.nanoTime(), came.length);
    return n < 0 ? null : Arrays.copyOf(bytes, n);
  }

  @Test
  void whatWentBeforeCounts() throws Exception {
    takeOver(false, false);
    assertEquals(RECEIVED, socket.own().received());
    assertEquals(SENT, socket.own().sent());
    assertEquals(3, socket.own().savedMicros());
    install();
    transport.peerSwitchedAt = RECEIVED + 2;
    carrier.feed(numbers(0, 2));
    assertArrayEquals(numbers(0, 2), read(10));
    transport.feed(numbers(2, 3));
    assertArrayEquals(numbers(2, 3), read(10));
    socket.write(new byte[5], 0, 5);
    assertTrue(transport.calls.contains("announce " + (SENT + 5)), () -> "" + transport.calls);
  }

  @Test
  void anotherReaderWaitsForTheOneThatIsInTcp() throws Exception {
    takeOver(true, false);
    FutureTask<byte[]> second = ConnectionFixture.start(() -> read(10));
    assertArrayEquals(numbers(0, 3), returned(numbers(0, 3), 10));
    carrier.feed(numbers(3, 5));
    assertArrayEquals(numbers(3, 5), second.get(20, TimeUnit.SECONDS));
    transport.peerSwitchedAt = RECEIVED + 5;
    transport.feed(numbers(5, 6));
    install();
    assertArrayEquals(numbers(5, 6), read(10));
  }

  @Test
  void aReadThatTheSwitchMeetsGoesOnInTheTransport() throws Exception {
    takeOver(true, false);
    install();
    assertEquals(RECEIVED, socket.made().negotiation().anchor().readsAt());
    transport.peerSwitchedAt = RECEIVED + 3;
    transport.feed(numbers(3, 6));
    assertArrayEquals(numbers(0, 6), returned(numbers(0, 3), 10));
    assertEquals(-1, socket.made().negotiation().anchor().readsAt());
    assertFalse(socket.made().receiving().isBusy());
  }

  @Test
  void aDoorbellIsNothingForTheProgram() throws Exception {
    takeOver(true, false);
    install();
    transport.peerSwitchedAt = RECEIVED;
    transport.feed(numbers(1, 3));
    assertArrayEquals(numbers(1, 3), returned(numbers(99, 100), 10));
    assertEquals(RECEIVED, socket.own().received());
  }

  @Test
  void aReadThatFailsLeavesTheDirection() throws Exception {
    takeOver(true, false);
    SocketException met = new SocketException("Connection reset");
    assertSame(
        met,
        assertThrows(
            SocketException.class,
            () -> socket.readFailed(new byte[1], 0, 1, (byte) 0, System.nanoTime(), met)));
    carrier.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), read(10));
  }

  @Test
  void aReadThatTimesOutLeavesTheDirection() throws Exception {
    takeOver(true, false);
    socket.readEnded();
    carrier.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), read(10));
  }

  /** The bytes under way belong before the switch, so nobody switches before they are counted. */
  @Test
  void aWriteUnderWayIsBeforeTheSwitch() throws Exception {
    takeOver(false, true);
    install();
    transport.peerSwitchedAt = RECEIVED;
    FutureTask<Void> second =
        ConnectionFixture.start(
            () -> {
              socket.write(new byte[5], 0, 5);
              return null;
            });
    socket.wrote(7);
    second.get(20, TimeUnit.SECONDS);
    assertTrue(transport.calls.contains("announce " + (SENT + 7 + 5)), () -> "" + transport.calls);
  }

  @Test
  void aWriteUnderWayThatFailsKeepsTheDirectionOnTcp() throws Exception {
    takeOver(false, true);
    IOException met = new IOException("of this test's");
    assertSame(met, socket.writeFailed(met));
    install();
    socket.write(new byte[3], 0, 3);
    assertFalse(transport.calls.stream().anyMatch(call -> call.startsWith("announce")));
    assertTrue(carrier.calls.contains("write 3"));
  }
}
