package jfs.core.switchover;

import static jfs.core.switchover.ConnectionFixture.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A socket goes by TCP alone, and hands over to JFS when a transport becomes known. */
class DeferredSocketTest {

  /** Each test has a listener of its own: the process remembers lives of listeners. */
  private static final AtomicInteger PORTS = new AtomicInteger(50_000);

  private final FakeCarrier carrier = new FakeCarrier();
  private final RecordingProvider provider = new RecordingProvider();
  private final FakeTransport transport = FakeTransport.committed();
  private final FourTuple ends =
      new FourTuple(
          InetAddress.getLoopbackAddress(),
          1000,
          InetAddress.getLoopbackAddress(),
          PORTS.incrementAndGet());
  private final ConnectionStats stats =
      new Connections().add(this, Origin.OPENED, ends, Reason.UNPAIRED).stats();
  private DeferredSocket socket;

  @BeforeEach
  void make() throws IOException {
    FirstPair.of(false).made(); // or this JVM would not be worth a pair
    socket = new DeferredSocket(carrier, ends, true, Preference.NONE, stats, provider);
    stats.include(socket.own());
    socket.begin();
  }

  private byte[] read(int most) throws IOException {
    byte[] bytes = new byte[most + 2];
    Arrays.fill(bytes, (byte) 0x55);
    int n = socket.read(bytes, 1, most);
    for (int i = Math.max(0, n) + 1; i < bytes.length; i++) {
      assertEquals(0x55, bytes[i], "place " + i + ", answered " + n);
    }
    return n < 0 ? null : Arrays.copyOfRange(bytes, 1, 1 + n);
  }

  private void write(int length) throws IOException {
    socket.write(new byte[length], 0, length);
  }

  private boolean install() throws IOException {
    return socket.make().negotiation().install(transport);
  }

  @Test
  void pairsAfterSomeRoundTripsAndCountsAllBytes() throws Exception {
    int roundTrips = 0;
    while (!provider.said.contains("want")) {
      write(2);
      carrier.feed(numbers(0, 3));
      assertArrayEquals(numbers(0, 3), read(10));
      roundTrips++;
    }
    assertTrue(roundTrips > 1 && roundTrips < 10, "after " + roundTrips);
    assertEquals(List.of("want"), provider.said);
    assertEquals(1, provider.registered);
    assertEquals(3L * roundTrips, socket.own().received());
    assertEquals(2L * roundTrips, socket.own().sent());
    assertTrue(install());
    transport.peerSwitchedAt = 3L * roundTrips;
    transport.feed(numbers(3, 5));
    assertArrayEquals(numbers(3, 5), read(10));
    write(7);
    assertTrue(transport.calls.contains("announce " + (2L * roundTrips + 7)), "" + transport.calls);
    write(9);
    assertTrue(transport.calls.contains("send 9"), "" + transport.calls);
  }

  @Test
  void whatFailsInAskingIsNotTheProgramsAffair() throws Exception {
    provider.unwanting = new OutOfMemoryError("of this test's");
    for (int i = 0; i < 100; i++) {
      write(1);
      carrier.feed(numbers(0, 1));
      assertArrayEquals(numbers(0, 1), read(1));
    }
    assertTrue(provider.said.contains("want"));
  }

  /** The reader sleeps in TCP when the transport becomes known; the last bytes there wake it. */
  @Test
  void aReadThatIsUnderWayEndsWithTheLastBytesOnTcp() throws Exception {
    carrier.feed(numbers(0, 5));
    assertArrayEquals(numbers(0, 5), read(5));
    carrier.beforeRead =
        bytes -> {
          assertTrue(install());
          assertEquals(5, socket.made().negotiation().anchor().readsAt());
          transport.peerSwitchedAt = 9;
        };
    carrier.feed(numbers(5, 9));
    transport.feed(numbers(9, 12));
    assertArrayEquals(numbers(5, 12), read(100), "one read takes all");
    assertEquals(-1, socket.made().negotiation().anchor().readsAt());
    transport.feed(numbers(12, 13));
    assertArrayEquals(numbers(12, 13), read(100));
  }

  /** The peer knows of the reader, and wakes it by a doorbell: it brings nothing. */
  @Test
  void aReadThatADoorbellEndsGoesOnInTheTransport() throws Exception {
    carrier.options.put(SocketOptions.SO_TIMEOUT, 60_000);
    carrier.beforeRead =
        bytes -> {
          assertTrue(install());
          transport.peerSwitchedAt = 0;
          transport.feed(numbers(1, 3));
        };
    carrier.feed(numbers(99, 100));
    assertArrayEquals(numbers(1, 3), read(100));
    assertEquals(-1, transport.doorbellsOwed.get());
    assertEquals(0, socket.own().received(), "nothing of the stream came by TCP");
  }

  @Test
  void theEndOfTcpNeedNotBeTheEndOfTheStream() throws Exception {
    carrier.beforeRead =
        bytes -> {
          assertTrue(install());
          transport.peerSwitchedAt = 0;
          transport.feed(numbers(1, 3));
          carrier.beforeRead = more -> {};
        };
    carrier.feedEnd();
    assertArrayEquals(numbers(1, 3), read(100));
  }

  @Test
  void aFailureOfTcpIsExplainedByTheTransportIfThereIsOne() throws Exception {
    carrier.beforeRead =
        bytes -> {
          throw new SocketException("Connection reset");
        };
    assertEquals(
        "Connection reset", assertThrows(SocketException.class, () -> read(1)).getMessage());
    assertNull(socket.made(), "that is TCP's own");
    carrier.beforeRead =
        bytes -> {
          if (transport.peerSwitchedAt < 0) {
            assertTrue(install());
            transport.peerSwitchedAt = 0;
          }
          throw new SocketException("Connection reset");
        };
    transport.feed(numbers(1, 2));
    assertArrayEquals(numbers(1, 2), read(1));
  }

  /** The kernel reports it once; a second read would get an end of file. */
  @Test
  void aFailureThatTcpTellsOnceIsNotLost() throws Exception {
    carrier.beforeRead =
        bytes -> {
          assertTrue(install());
          carrier.beforeRead = more -> {};
          carrier.feedEnd();
          throw new SocketException("Software caused connection abort");
        };
    SocketException e = assertThrows(SocketException.class, () -> read(1));
    assertEquals("Software caused connection abort", e.getMessage());
  }

  /**
   * Such as its cleaning action has: it must not refer to JFS's part, or that is never collected.
   */
  @Test
  void whatATransportHasDoesNotReferToTheSocket() throws Exception {
    Object anchor = socket.make().negotiation().anchor();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Object> left = new ArrayList<>(List.of(anchor));
    while (!left.isEmpty()) {
      Object next = left.remove(left.size() - 1);
      assertFalse(next instanceof DeferredSocket || next instanceof SwitchableConnection);
      for (Class<?> type = next.getClass();
          type != null && type.getName().startsWith("jfs.core.switchover.");
          type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          field.setAccessible(true);
          Object value = field.get(next);
          if (value != null && !field.getType().isPrimitive() && seen.add(value)) {
            left.add(value);
          }
        }
      }
    }
    assertTrue(seen.size() > 1, () -> seen.toString());
  }

  /** From JDK 21 on, the wait for another reader counts; the suites compare that with the JDK. */
  @Test
  void aSecondReaderWaitsForTheFirst() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    carrier.beforeRead = bytes -> reading.countDown();
    FutureTask<byte[]> first = ConnectionFixture.start(() -> read(100));
    reading.await();
    FutureTask<byte[]> second = ConnectionFixture.start(() -> read(100));
    carrier.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), first.get(20, TimeUnit.SECONDS));
    carrier.feed(numbers(1, 2));
    assertArrayEquals(numbers(1, 2), second.get(20, TimeUnit.SECONDS));
    transport.peerSwitchedAt = 2;
    transport.feed(numbers(2, 3));
    assertTrue(install());
    assertArrayEquals(numbers(2, 3), read(100));
  }

  @Test
  void aTimeoutIsThatOfTheProgramBeforeAndAfter() throws Exception {
    carrier.options.put(SocketOptions.SO_TIMEOUT, 1);
    socket.optionSet(SocketOptions.SO_TIMEOUT, 1);
    assertThrows(SocketTimeoutException.class, () -> read(1));
    carrier.afterOption =
        () -> {
          // The program sets another one just while JFS's part reads it.
          carrier.afterOption = () -> {};
          carrier.options.put(SocketOptions.SO_TIMEOUT, 7);
          try {
            socket.optionSet(SocketOptions.SO_TIMEOUT, 7);
          } catch (SocketException e) {
            throw new AssertionError(e);
          }
        };
    socket.make();
    assertEquals(7, socket.option(SocketOptions.SO_TIMEOUT, 7));
    transport.peerSwitchedAt = 0;
    assertTrue(install());
    assertThrows(SocketTimeoutException.class, () -> read(1));
  }

  /** It is unknown how much the peer gets, so there is no place to switch at. */
  @Test
  void aWriteThatFailsKeepsTheDirectionOnTcp() throws Exception {
    carrier.onWrite =
        bytes -> {
          throw new SocketException("No buffer space available");
        };
    assertThrows(SocketException.class, () -> write(5));
    carrier.onWrite = bytes -> {};
    assertTrue(install());
    write(3);
    assertFalse(transport.calls.stream().anyMatch(call -> call.startsWith("announce")));
    assertTrue(carrier.calls.contains("write 3"));
  }

  @Test
  void aHalfCloseBarsTransports() throws Exception {
    socket.shutdownOutput();
    assertTrue(carrier.calls.contains("shutdownOutput"));
    for (int i = 0; i < 100; i++) {
      carrier.feed(new byte[1 << 20]);
      read(1 << 20);
    }
    assertNull(socket.made());
    assertEquals(List.of(), provider.said);
  }

  @Test
  void aCloseWakesAReaderAndMakesNothing() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    carrier.beforeRead = bytes -> reading.countDown();
    FutureTask<byte[]> reader = ConnectionFixture.start(() -> read(100));
    reading.await();
    socket.close();
    Exception e = assertThrows(Exception.class, () -> reader.get(20, TimeUnit.SECONDS));
    assertEquals("Socket closed", e.getCause().getMessage());
    assertNull(socket.made());
  }

  /** Its release is left to the reader, who is inside. */
  @Test
  void aCloseUnderAReaderOnTcpReleasesTheTransport() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    carrier.beforeRead = bytes -> reading.countDown();
    FutureTask<byte[]> reader = ConnectionFixture.start(() -> read(100));
    reading.await();
    assertTrue(install());
    socket.close();
    assertThrows(Exception.class, () -> reader.get(20, TimeUnit.SECONDS));
    assertTrue(transport.isReleased());
  }

  @Test
  void aProviderMayKnowOfAllConnections() throws Exception {
    provider.registersAtOnce = true;
    socket.begin();
    assertEquals(1, provider.registered);
    assertEquals(List.of(), provider.said);
    carrier.feed(numbers(0, 1));
    assertArrayEquals(numbers(0, 1), read(1));
    assertEquals(1, socket.own().received(), "by TCP all the same");
  }
}
