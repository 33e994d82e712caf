package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOptions;
import java.util.List;
import java.util.concurrent.FutureTask;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Test;

/** TCP first, then a transport, for good; and the switch within a write. */
class SendingSideTest {

  private final FakeTransport transport = new FakeTransport();

  private static String of(FakeTransport transport) {
    return transport.calls.toString();
  }

  private static String of(ConnectionFixture fixture) {
    return fixture.carrier.calls.toString();
  }

  @Test
  void aWriteThatSwitchesIsTheLastOnTcp() throws Exception {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.register();
    fixture.write(10);
    fixture.connection.negotiation().install(transport);
    fixture.write(5);
    assertEquals("[]", of(transport), "not committed");
    transport.commit();
    fixture.carrier.onWrite =
        bytes -> assertEquals("[announce 22]", of(transport), "known before it can be read");
    fixture.write(7);
    fixture.write(8);
    assertEquals("[write 10, write 5, write 7]", of(fixture));
    assertEquals("[announce 22, send 8]", of(transport));
    assertEquals(TestKinds.NEAR, fixture.stats.transport());
  }

  @Test
  void aLargeWriteThatSwitchesGoesBothWays() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.commit();
    fixture.write(100_000);
    assertEquals("[write 65536]", of(fixture));
    assertEquals("[announce 65536, send 34464]", of(transport));
  }

  /** This direction never left TCP, but the peer's has: a reader there must not report it again. */
  @Test
  void aResetThatAWriteMeetsOnTcpIsToldOnce() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          transport.commit();
          throw new SocketException("Connection reset by peer");
        };
    assertThrows(SocketException.class, () -> fixture.write(12));
    assertFalse(transport.tellReset());
  }

  /** A reader of doorbells has taken the reset from the kernel, and has yet to tell the program. */
  @Test
  void aBrokenPipeOnTcpLeavesTheResetToAReader() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          transport.commit();
          throw new SocketException("Broken pipe");
        };
    assertThrows(SocketException.class, () -> fixture.write(12));
    assertTrue(transport.tellReset());
  }

  /** The kernel does not know that the transport has told a reader. */
  @Test
  void aResetThatAReaderWasToldOfIsABrokenPipeForAWriterOnTcp() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          transport.commit();
          throw new SocketException("Connection reset by peer");
        };
    assertTrue(transport.tellReset());
    assertEquals(
        "Broken pipe", assertThrows(SocketException.class, () -> fixture.write(12)).getMessage());
  }

  /** The program itself has closed the connection. */
  @Test
  void whatAWriteMeetsAfterACloseIsNoReset() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          transport.commit();
          fixture.connection.close();
          throw new SocketException("Socket closed");
        };
    assertThrows(SocketException.class, () -> fixture.write(12));
    assertTrue(transport.tellReset());
  }

  @Test
  void aTransportBoundDuringAWriteIsForTheNext() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite = bytes -> transport.commit();
    fixture.write(12);
    assertEquals("[]", of(transport));
  }

  @Test
  void anEmptyWriteSwitchesNothing() throws Exception {
    transport.commit();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.write(0);
    assertEquals("[]", of(transport));
  }

  @Test
  void aPeerThatIsLostIsWrittenToOnTcp() throws Exception {
    transport.commit();
    transport.lost = true;
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.write(3);
    assertEquals("[write 3]", of(fixture));
    assertEquals("[]", of(transport));
  }

  @Test
  void aWriteThatFailsAndLeavesTheConnectionTakesItsAnnouncementBack() throws Exception {
    transport.commit();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          throw new IOException("no descriptors");
        };
    assertThrows(IOException.class, () -> fixture.write(5));
    assertEquals("[announce 5, announce -1]", of(transport));
  }

  /**
   * The JDK needs direct memory for a write; without any it takes nothing, and the socket lives.
   */
  @Test
  void aWriteThatFailsForWantOfMemoryTakesItsAnnouncementBack() throws Exception {
    transport.commit();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          throw new OutOfMemoryError("direct buffer memory");
        };
    assertThrows(OutOfMemoryError.class, () -> fixture.write(5));
    fixture.carrier.onWrite = bytes -> {};
    fixture.write(6);
    assertEquals("[announce 5, announce -1]", of(transport));
    assertEquals("[write 6]", of(fixture));
  }

  /** TCP may have taken what was announced as its last bytes, and the peer may have followed. */
  @Test
  void noBytesFollowOnTcpWhereTheStackOverflowedInItsLastWrite() throws Exception {
    transport.commit();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          throw new StackOverflowError("of this test");
        };
    assertThrows(StackOverflowError.class, () -> fixture.write(5));
    fixture.carrier.onWrite = bytes -> {};
    assertThrows(SocketException.class, () -> fixture.write(6));
    assertEquals("[announce 5]", of(transport));
    assertEquals("[]", of(fixture));
  }

  /** Without a switch, a write needs no heap, so a full heap must not make it fail. */
  @Test
  void aFullHeapPutsTheSwitchOff() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.beforeOption =
        () -> {
          throw new OutOfMemoryError();
        };
    fixture.write(1);
    assertEquals(List.of(), transport.calls);
    fixture.carrier.beforeOption = () -> {};
    fixture.write(2);
    fixture.write(3);
    assertEquals(List.of("announce 3", "send 3"), transport.calls);
    assertEquals(true, fixture.carrier.options.get(SocketOptions.TCP_NODELAY));
  }

  @Test
  void nothingIsSwitchedThatNobodyKnowsTheLengthOf() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          throw new SocketException("Connection reset");
        };
    assertThrows(SocketException.class, () -> fixture.write(5));
    transport.commit();
    fixture.carrier.onWrite = bytes -> {};
    fixture.write(5);
    assertEquals("[]", of(transport));
    assertEquals("[write 5]", of(fixture));
  }

  @Test
  void urgentDataGoTheWayOfAllBytes() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.commit();
    fixture.write(3);
    fixture.connection.sendUrgentData(9);
    assertEquals("[announce 3, urgent 9]", of(transport));
    assertEquals("[write 3]", of(fixture));
  }

  /** As with the JDK, which throws a SocketException here only for a close. */
  @Test
  void urgentDataFailByWhatTheJdkThrows() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.commit();
    fixture.write(3);
    transport.hook =
        method -> {
          throw new SocketException("Broken pipe");
        };
    IOException e =
        assertThrowsExactly(IOException.class, () -> fixture.connection.sendUrgentData(9));
    assertEquals("Broken pipe", e.getMessage());
    transport.hook =
        method -> {
          fixture.connection.close();
          throw new SocketException("Broken pipe");
        };
    e = assertThrowsExactly(SocketException.class, () -> fixture.connection.sendUrgentData(9));
    assertEquals("Socket closed", e.getMessage());
  }

  @Test
  void aDirectionThatSentUrgentDataOnTcpStaysThere() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    transport.commit();
    fixture.connection.sendUrgentData(9);
    fixture.write(3);
    assertEquals("[]", of(transport));
    assertEquals("[urgent 9, write 3]", of(fixture));
  }

  @Test
  void anIdleDirectionIsShutOnTcp() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(FakeTransport.committed());
    FakeTransport committed = (FakeTransport) fixture.connection.negotiation().transport();
    committed.onEnd =
        () -> assertEquals("[]", of(fixture), "a receiver that meets the end knows why");
    fixture.connection.shutdownOutput();
    assertEquals("[endsOnTcp]", of(committed));
    assertEquals("[shutdownOutput]", of(fixture));
  }

  /** TCP has not taken all of a write: its FIN must come after it, and there is no switch. */
  @Test
  void aDirectionShutDuringAWriteToTcpStaysThere() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    ConnectionFixture.Stop writing = new ConnectionFixture.Stop();
    fixture.carrier.onWrite = bytes -> writing.stopHere();
    FutureTask<Void> write = startWrite(fixture);
    writing.awaitArrival();
    transport.commit();
    fixture.connection.shutdownOutput();
    assertEquals("[shutdownOutput]", of(fixture));
    writing.letGo();
    ConnectionFixture.soon(write);
    fixture.carrier.onWrite = bytes -> {};
    fixture.write(1);
    assertEquals("[endsOnTcp]", of(transport));
    assertEquals("[shutdownOutput, write 20, write 1]", of(fixture));
  }

  @Test
  void aShutdownDoesNotWaitForAWriteThatIsSwitched() throws Exception {
    transport.commit();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.write(1);
    ConnectionFixture.Stop sending = new ConnectionFixture.Stop();
    transport.hook =
        method -> {
          if (method.equals("send")) {
            sending.stopHere();
          }
        };
    FutureTask<Void> write = startWrite(fixture);
    sending.awaitArrival();
    fixture.connection.shutdownOutput();
    assertEquals("[announce 1, send 20, shutdownOutput]", of(transport));
    assertFalse(write.isDone());
    sending.letGo();
    ConnectionFixture.soon(write);
    assertEquals("[write 1]", of(fixture));
  }

  /** The end then comes on TCP; the transport has it, too, for a peer that looks there. */
  @Test
  void aShutdownDuringTheWriteThatSwitchesIsTcps() throws Exception {
    transport.commit();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    ConnectionFixture.Stop switching = new ConnectionFixture.Stop();
    fixture.carrier.onWrite = bytes -> switching.stopHere();
    FutureTask<Void> write =
        ConnectionFixture.start(
            () -> {
              fixture.write(70_000);
              return null;
            });
    switching.awaitArrival();
    fixture.connection.shutdownOutput();
    switching.letGo();
    SocketException e = assertThrows(SocketException.class, () -> ConnectionFixture.soon(write));
    assertEquals("Broken pipe", e.getMessage());
    assertEquals("[announce 65536, endsOnTcp]", of(transport));
    assertEquals("[shutdownOutput, write 65536]", of(fixture));
  }

  /** The peer reads no more from TCP than was announced. */
  @Test
  void nothingIsWrittenBehindASwitchThatTheEndHasOvertaken() throws Exception {
    transport.commit();
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    ConnectionFixture.Stop ending = new ConnectionFixture.Stop();
    transport.onEnd = ending::stopHere; // before TCP is shut
    FutureTask<Void> end =
        new FutureTask<>(
            () -> {
              fixture.connection.shutdownOutput();
              return null;
            });
    fixture.carrier.onWrite =
        bytes -> {
          new Thread(end).start();
          ending.awaitArrival();
        };
    fixture.write(10);
    fixture.carrier.onWrite = bytes -> {};
    SocketException e = assertThrows(SocketException.class, () -> fixture.write(11));
    assertEquals("Broken pipe", e.getMessage());
    assertThrowsExactly(IOException.class, () -> fixture.connection.sendUrgentData(1));
    ending.letGo();
    ConnectionFixture.soon(end);
    assertEquals("[announce 10, endsOnTcp]", of(transport));
    assertEquals("[write 10, shutdownOutput]", of(fixture));
  }

  /** The peer may have answered the close by a reset, before TCP is closed here. */
  @Test
  void aThreadThatACloseThrowsOutIsToldOfThatAlone() throws Exception {
    ConnectionFixture fixture = ConnectionFixture.with(transport);
    fixture.carrier.onWrite =
        bytes -> {
          fixture.connection.close();
          throw new SocketException("Connection reset by peer");
        };
    SocketException e = assertThrows(SocketException.class, () -> fixture.write(5));
    assertEquals("Socket closed", e.getMessage());
  }

  private static FutureTask<Void> startWrite(ConnectionFixture fixture) {
    return ConnectionFixture.start(
        () -> {
          fixture.write(20);
          return null;
        });
  }

  @Test
  void aClosedSocketIsNotShut() throws IOException {
    ConnectionFixture fixture = ConnectionFixture.with(FakeTransport.committed());
    fixture.connection.close();
    assertThrows(SocketException.class, fixture.connection::shutdownOutput);
  }
}
