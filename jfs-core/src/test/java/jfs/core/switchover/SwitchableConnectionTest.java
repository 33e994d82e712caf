package jfs.core.switchover;

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
import java.util.ArrayList;
import java.util.List;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.core.transport.TransportKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The decisions for both directions. */
class SwitchableConnectionTest {

  /** In a JVM that has its first pair. */
  @BeforeEach
  void pairOnce() {
    FirstPair.of(false).made();
  }

  private enum Obstacle {
    CLOSE,
    SHUTDOWN_INPUT,
    SHUTDOWN_OUTPUT,
    URGENT;

    void to(SwitchableConnection connection) throws IOException {
      switch (this) {
        case CLOSE -> connection.close();
        case SHUTDOWN_INPUT -> connection.shutdownInput();
        case SHUTDOWN_OUTPUT -> connection.shutdownOutput();
        case URGENT -> connection.sendUrgentData(1);
      }
    }

    String onTcp() {
      return switch (this) {
        case CLOSE -> "close";
        case SHUTDOWN_INPUT -> "shutdownInput";
        case SHUTDOWN_OUTPUT -> "shutdownOutput";
        case URGENT -> "urgent 1";
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOpenTransportIsRetracted(Obstacle obstacle) throws Exception {
    FakeTransport transport = new FakeTransport();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.register();
    obstacle.to(fixture.connection);
    transport.commit();
    assertFalse(transport.isCommitted());
    assertNull(fixture.connection.negotiation().transport());
    assertEquals(List.of(obstacle.onTcp()), fixture.carrier.calls);
    assertEquals(List.of(), transport.calls);
    assertTrue(fixture.provider.said.contains("withdraw"));
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsInstalledAfterwards(Obstacle obstacle) throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    assertTrue(fixture.connection.negotiation().isFree());
    obstacle.to(fixture.connection);
    assertFalse(fixture.connection.negotiation().isFree());
    assertFalse(fixture.connection.negotiation().install(FakeTransport.committed()));
  }

  @ParameterizedTest
  @EnumSource
  void aBoundTransportIsUsed(Obstacle obstacle) throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.write(1);
    obstacle.to(fixture.connection);
    assertSame(transport, fixture.connection.negotiation().transport());
    String calls = transport.calls.toString();
    assertEquals(
        switch (obstacle) {
          case CLOSE -> "[announce 1, close false, tcpCloses, release]";
          case SHUTDOWN_INPUT -> "[announce 1, shutdownInput]";
          case SHUTDOWN_OUTPUT -> "[announce 1, shutdownOutput]";
          case URGENT -> "[announce 1, urgent 1]";
        },
        calls);
  }

  @Test
  void whatIsNotSwitchedEndsOnTcp() throws Exception {
    FakeTransport closed = FakeTransport.committed();
    ConnectionFixture.with(closed).connection.close();
    assertEquals("[close false, tcpCloses, release]", closed.calls.toString());
    FakeTransport shut = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(shut);
    fixture.connection.shutdownOutput();
    assertEquals("[endsOnTcp]", shut.calls.toString());
    assertEquals(List.of("shutdownOutput"), fixture.carrier.calls);
  }

  /** The JDK's half-close asks for no heap once it has been called before. */
  @Test
  void aFullHeapKeepsNothingFromBeingHalfClosed() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.connection.write(new byte[] {1}, 0, 1);
    fixture.carrier.noHeap = true;
    fixture.connection.shutdownOutput();
    assertEquals("[announce 1, shutdownOutput]", transport.calls.toString());
  }

  /** Like bytes that are left behind the switch. */
  @Test
  void bytesLeftOnTcpBeforeTheSwitchAreUnread() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.peerSwitchedAt = 3;
    fixture.carrier.feed(new byte[3]);
    fixture.read(2);
    fixture.connection.close();
    assertEquals("[close false unread, tcpCloses, release]", transport.calls.toString());
  }

  /** TCP does not report such bytes after a shutdown. */
  @Test
  void bytesLeftOnTcpByAnEndThatShutsInputAreUnread() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.peerSwitchedAt = 3;
    fixture.carrier.feed(new byte[2]);
    fixture.read(2);
    fixture.connection.shutdownInput();
    fixture.connection.close();
    String calls = transport.calls.toString();
    assertTrue(calls.contains("close false unread"), calls);
  }

  /** The connection is sound: the JDK wraps what it meets as it links a call. */
  @Test
  void aLackOfMemoryIsNoReset() throws Exception {
    InternalError lack = new InternalError(new OutOfMemoryError("of this test's"));
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.carrier.beforeRead =
        bytes -> {
          throw lack;
        };
    assertSame(lack, assertThrows(InternalError.class, () -> fixture.read(10)));
    fixture.carrier.beforeRead = bytes -> {};
    fixture.carrier.feed(new byte[] {1, 2, 3});
    assertArrayEquals(new byte[] {1, 2, 3}, fixture.read(10));
  }

  /** As where another process has cut the file off that the memory is mapped from. */
  @Test
  void aFaultInSharedMemoryIsAReset() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.peerSwitchedAt = 0;
    fixture.write(1);
    transport.hook =
        method -> {
          throw new InternalError("a fault occurred in an unsafe memory access operation");
        };
    assertEquals(
        "Connection reset",
        assertThrows(SocketException.class, () -> fixture.write(1)).getMessage());
    assertEquals(
        "Connection reset",
        assertThrows(SocketException.class, () -> fixture.read(1)).getMessage());
  }

  @Test
  void aFaultInSharedMemoryIsAnExceptionWhereADirectionEnds() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.write(1);
    transport.hook =
        method -> {
          throw new InternalError("a fault occurred in an unsafe memory access operation");
        };
    assertThrows(SocketException.class, () -> fixture.connection.shutdownOutput());
    assertThrows(IOException.class, () -> fixture.connection.sendUrgentData(1));
    transport.onOptions =
        () -> {
          throw new InternalError("a fault occurred in an unsafe memory access operation");
        };
    fixture.carrier.setOption(SocketOptions.SO_RCVBUF, 5000);
    fixture.connection.optionSet(SocketOptions.SO_RCVBUF, 5000);
    assertEquals(5000, fixture.carrier.getOption(SocketOptions.SO_RCVBUF));
  }

  @Test
  void aFaultInSharedMemoryAtCloseEndsTcpWithAReset() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.onClose =
        () -> {
          throw new InternalError("a fault occurred in an unsafe memory access operation");
        };
    fixture.connection.close();
    assertEquals(List.of("close"), fixture.carrier.calls);
    assertEquals(0, fixture.carrier.options.get(SocketOptions.SO_LINGER));
  }

  /** The transport may know TCP by the number of a descriptor, which is free after that. */
  @Test
  void aTransportWhoseCloseFailsLearnsThatTcpCloses() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.onClose =
        () -> {
          throw new OutOfMemoryError("of this test's");
        };
    assertThrows(OutOfMemoryError.class, () -> fixture.connection.close());
    assertEquals(List.of("tcpCloses"), transport.calls);
    assertEquals(List.of("close"), fixture.carrier.calls);
  }

  @Test
  void aLingerOfZeroIsAReset() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.setOption(SocketOptions.SO_LINGER, 0);
    fixture.connection.close();
    assertEquals("[close true, tcpCloses, release]", transport.calls.toString());
  }

  @Test
  void oneTransportIsEnough() throws Exception {
    FakeTransport first = new FakeTransport();
    ConnectionFixture fixture = ConnectionFixture.with(first);
    assertFalse(fixture.connection.negotiation().isFree());
    assertFalse(fixture.connection.negotiation().install(new FakeTransport()));
    fixture.connection.negotiation().uninstall(new FakeTransport(), Reason.NO_PEER);
    assertSame(first, fixture.connection.negotiation().transport());
    fixture.connection.negotiation().uninstall(first, Reason.NO_MEMORY);
    assertNull(fixture.connection.negotiation().transport());
    assertEquals(Reason.NO_MEMORY, fixture.stats.reason());
    assertTrue(fixture.connection.negotiation().install(new FakeTransport()));
  }

  @Test
  void whatTheKernelHasEndedIsNotFree() throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.carrier.established = false;
    assertFalse(fixture.connection.negotiation().isFree());
  }

  /** An operation after which a connection may not leave TCP any more. */
  private interface Operation {
    void on(SwitchableConnection connection) throws Exception;
  }

  private static void assertObstacle(Reason obstacle, Operation operation) throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    operation.on(fixture.connection);
    assertFalse(fixture.connection.negotiation().isFree());
    assertEquals(obstacle, fixture.connection.negotiation().obstacle());
  }

  @Test
  void whatIsNotFreeSaysWhy() throws Exception {
    assertObstacle(Reason.HALF_CLOSED, SwitchableConnection::shutdownOutput);
    assertObstacle(Reason.HALF_CLOSED, SwitchableConnection::shutdownInput);
    assertObstacle(Reason.URGENT_DATA, connection -> connection.sendUrgentData(1));
    assertObstacle(Reason.CLOSED_EARLY, SwitchableConnection::close);
    assertObstacle(
        Reason.URGENT_DATA,
        connection -> {
          connection.sendUrgentData(1);
          connection.close();
        });
    assertObstacle(
        Reason.NOT_FREE, connection -> connection.negotiation().install(new FakeTransport()));
    ConnectionFixture channel = new ConnectionFixture(); // the fake has no descriptor either
    channel.carrier.established = false;
    assertEquals(Reason.CHANNEL_CARRIER, channel.connection.negotiation().obstacle());
  }

  @Test
  void aTransportIsWantedOnceTheConnectionHasShownItself() throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.register();
    fixture.write(1);
    assertEquals(List.of(), fixture.provider.said);
    fixture.write(1 << 20);
    assertEquals(List.of("want"), fixture.provider.said);
    fixture.connection.negotiation().install(new FakeTransport());
    fixture.write(1 << 22);
    assertEquals(List.of("want"), fixture.provider.said, "it is there already");
  }

  @Test
  void anEndThatOnlyReadsAndAnswersWantsOne() throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.register();
    for (int i = 0; i < 4; i++) {
      fixture.carrier.feed(new byte[1]);
      fixture.read(1);
      fixture.write(1);
    }
    assertEquals(List.of("want"), fixture.provider.said);
  }

  @Test
  void aConnectionClosedWhileItIsRegisteredIsWithdrawn() throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.connection.close();
    fixture.register();
    assertEquals(List.of("withdraw"), fixture.provider.said);
  }

  @Test
  void theTransportKnowsHowUrgentDataAreTaken() throws Exception {
    FakeTransport transport = new FakeTransport();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    assertFalse(transport.urgentInline);
    fixture.carrier.setOption(SocketOptions.SO_OOBINLINE, true);
    fixture.connection.optionSet(SocketOptions.SO_OOBINLINE, true);
    assertTrue(transport.urgentInline);
  }

  @ParameterizedTest
  @EnumSource(Preference.class)
  void anEndThatPrefersMoreThanTcpDoesNotWait(Preference preference) throws Exception {
    ConnectionFixture fixture = new ConnectionFixture(preference);
    fixture.register();
    assertEquals(preference.pairsAtOnce() ? List.of("want") : List.of(), fixture.provider.said);
    assertEquals(preference, fixture.connection.negotiation().preference());
  }

  /** The bytes were read or written, although the heap is too full to link a call. */
  @Test
  void whatFailsWhereATransportIsWantedFailsNoReadOrWrite() throws IOException {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.register();
    fixture.provider.unwanting = new InternalError(new OutOfMemoryError("of this test's"));
    fixture.write(4 << 20);
    assertEquals(List.of("want"), fixture.provider.said);
    fixture.carrier.feed(ConnectionFixture.numbers(0, 5));
    assertArrayEquals(ConnectionFixture.numbers(0, 5), fixture.read(5));
  }

  /** Both ends have committed to it, but no byte has gone by it yet. */
  @Test
  void aTransportFailsByItsOwnNameBeforeTheConnectionLeavesTcp() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(FakeTransport.committed());
    List<String> seen = new ArrayList<>();
    ConnectionStats.observeFailures(
        (stats, kind, cause) -> seen.add(kind.label() + "." + cause.code()));
    try {
      fixture.connection.negotiation().failed(TransportFailure.DEVICE_FAILED);
    } finally {
      ConnectionStats.observeFailures(null);
    }
    assertSame(TransportKind.TCP, fixture.stats.transport());
    assertEquals(List.of("near.device-failed"), seen);
  }
}
