package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
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

  private static String of(Bench bench) {
    return bench.carrier.calls.toString();
  }

  @Test
  void aWriteThatSwitchesIsTheLastOnTcp() throws Exception {
    Bench bench = new Bench();
    bench.register();
    bench.write(10);
    bench.connection.negotiation().install(transport);
    bench.write(5);
    assertEquals("[]", of(transport), "not committed");
    transport.commit();
    bench.carrier.onWrite =
        bytes -> assertEquals("[announce 22]", of(transport), "known before it can be read");
    bench.write(7);
    bench.write(8);
    assertEquals("[write 10, write 5, write 7]", of(bench));
    assertEquals("[announce 22, send 8]", of(transport));
    assertEquals(TestKinds.NEAR, bench.stats.transport());
  }

  @Test
  void aLargeWriteThatSwitchesGoesBothWays() throws Exception {
    Bench bench = Bench.with(transport);
    transport.commit();
    bench.write(100_000);
    assertEquals("[write 65536]", of(bench));
    assertEquals("[announce 65536, send 34464]", of(transport));
  }

  /** This direction never left TCP, but the peer's has: a reader there must not report it again. */
  @Test
  void aResetThatAWriteMeetsOnTcpIsToldOnce() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          transport.commit();
          throw new SocketException("Connection reset by peer");
        };
    assertThrows(SocketException.class, () -> bench.write(12));
    assertFalse(transport.tellReset());
  }

  /** The kernel does not know that the transport has told a reader. */
  @Test
  void aResetThatAReaderWasToldOfIsABrokenPipeForAWriterOnTcp() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          transport.commit();
          throw new SocketException("Connection reset by peer");
        };
    assertTrue(transport.tellReset());
    assertEquals(
        "Broken pipe", assertThrows(SocketException.class, () -> bench.write(12)).getMessage());
  }

  /** The program itself has closed the connection. */
  @Test
  void whatAWriteMeetsAfterACloseIsNoReset() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          transport.commit();
          bench.connection.close();
          throw new SocketException("Socket closed");
        };
    assertThrows(SocketException.class, () -> bench.write(12));
    assertTrue(transport.tellReset());
  }

  @Test
  void aTransportBoundDuringAWriteIsForTheNext() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite = bytes -> transport.commit();
    bench.write(12);
    assertEquals("[]", of(transport));
  }

  @Test
  void anEmptyWriteSwitchesNothing() throws Exception {
    transport.commit();
    Bench bench = Bench.with(transport);
    bench.write(0);
    assertEquals("[]", of(transport));
  }

  @Test
  void aPeerThatIsLostIsWrittenToOnTcp() throws Exception {
    transport.commit();
    transport.lost = true;
    Bench bench = Bench.with(transport);
    bench.write(3);
    assertEquals("[write 3]", of(bench));
    assertEquals("[]", of(transport));
  }

  @Test
  void aWriteThatFailsAndLeavesTheConnectionTakesItsAnnouncementBack() throws Exception {
    transport.commit();
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          throw new IOException("no descriptors");
        };
    assertThrows(IOException.class, () -> bench.write(5));
    assertEquals("[announce 5, announce -1]", of(transport));
  }

  /**
   * The JDK needs direct memory for a write; without any it takes nothing, and the socket lives.
   */
  @Test
  void aWriteThatFailsForWantOfMemoryTakesItsAnnouncementBack() throws Exception {
    transport.commit();
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          throw new OutOfMemoryError("direct buffer memory");
        };
    assertThrows(OutOfMemoryError.class, () -> bench.write(5));
    bench.carrier.onWrite = bytes -> {};
    bench.write(6);
    assertEquals("[announce 5, announce -1]", of(transport));
    assertEquals("[write 6]", of(bench));
  }

  /** Without a switch, a write needs no heap, so a full heap must not make it fail. */
  @Test
  void aFullHeapPutsTheSwitchOff() throws Exception {
    FakeTransport transport = FakeTransport.committed();
    Bench bench = Bench.with(transport);
    bench.carrier.beforeOption =
        () -> {
          throw new OutOfMemoryError();
        };
    bench.write(1);
    assertEquals(List.of(), transport.calls);
    bench.carrier.beforeOption = () -> {};
    bench.write(2);
    bench.write(3);
    assertEquals(List.of("announce 3", "send 3"), transport.calls);
    assertEquals(true, bench.carrier.options.get(SocketOptions.TCP_NODELAY));
  }

  @Test
  void nothingIsSwitchedThatNobodyKnowsTheLengthOf() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          throw new SocketException("Connection reset");
        };
    assertThrows(SocketException.class, () -> bench.write(5));
    transport.commit();
    bench.carrier.onWrite = bytes -> {};
    bench.write(5);
    assertEquals("[]", of(transport));
    assertEquals("[write 5]", of(bench));
  }

  @Test
  void urgentDataGoTheWayOfAllBytes() throws Exception {
    Bench bench = Bench.with(transport);
    transport.commit();
    bench.write(3);
    bench.connection.sendUrgentData(9);
    assertEquals("[announce 3, urgent 9]", of(transport));
    assertEquals("[write 3]", of(bench));
  }

  @Test
  void aDirectionThatSentUrgentDataOnTcpStaysThere() throws Exception {
    Bench bench = Bench.with(transport);
    transport.commit();
    bench.connection.sendUrgentData(9);
    bench.write(3);
    assertEquals("[]", of(transport));
    assertEquals("[urgent 9, write 3]", of(bench));
  }

  @Test
  void anIdleDirectionIsShutOnTcp() throws Exception {
    Bench bench = Bench.with(FakeTransport.committed());
    FakeTransport committed = (FakeTransport) bench.connection.negotiation().transport();
    committed.onEnd =
        () -> assertEquals("[]", of(bench), "a receiver that meets the end knows why");
    bench.connection.shutdownOutput();
    assertEquals("[endsOnTcp]", of(committed));
    assertEquals("[shutdownOutput]", of(bench));
  }

  /** TCP has not taken all of a write: its FIN must come after it, and there is no switch. */
  @Test
  void aDirectionShutDuringAWriteToTcpStaysThere() throws Exception {
    Bench bench = Bench.with(transport);
    Bench.Stop writing = new Bench.Stop();
    bench.carrier.onWrite = bytes -> writing.stopHere();
    FutureTask<Void> write = startWrite(bench);
    writing.awaitArrival();
    transport.commit();
    bench.connection.shutdownOutput();
    assertEquals("[shutdownOutput]", of(bench));
    writing.letGo();
    Bench.soon(write);
    bench.carrier.onWrite = bytes -> {};
    bench.write(1);
    assertEquals("[endsOnTcp]", of(transport));
    assertEquals("[shutdownOutput, write 20, write 1]", of(bench));
  }

  @Test
  void aShutdownDoesNotWaitForAWriteThatIsSwitched() throws Exception {
    transport.commit();
    Bench bench = Bench.with(transport);
    bench.write(1);
    Bench.Stop sending = new Bench.Stop();
    transport.hook =
        method -> {
          if (method.equals("send")) {
            sending.stopHere();
          }
        };
    FutureTask<Void> write = startWrite(bench);
    sending.awaitArrival();
    bench.connection.shutdownOutput();
    assertEquals("[announce 1, send 20, shutdownOutput]", of(transport));
    assertFalse(write.isDone());
    sending.letGo();
    Bench.soon(write);
    assertEquals("[write 1]", of(bench));
  }

  /** The end then comes on TCP; the transport has it, too, for a peer that looks there. */
  @Test
  void aShutdownDuringTheWriteThatSwitchesIsTcps() throws Exception {
    transport.commit();
    Bench bench = Bench.with(transport);
    Bench.Stop switching = new Bench.Stop();
    bench.carrier.onWrite = bytes -> switching.stopHere();
    FutureTask<Void> write =
        Bench.start(
            () -> {
              bench.write(70_000);
              return null;
            });
    switching.awaitArrival();
    bench.connection.shutdownOutput();
    switching.letGo();
    SocketException e = assertThrows(SocketException.class, () -> Bench.soon(write));
    assertEquals("Broken pipe", e.getMessage());
    assertEquals("[announce 65536, endsOnTcp]", of(transport));
    assertEquals("[shutdownOutput, write 65536]", of(bench));
  }

  /** The peer reads no more from TCP than was announced. */
  @Test
  void nothingIsWrittenBehindASwitchThatTheEndHasOvertaken() throws Exception {
    transport.commit();
    Bench bench = Bench.with(transport);
    Bench.Stop ending = new Bench.Stop();
    transport.onEnd = ending::stopHere; // before TCP is shut
    FutureTask<Void> end =
        new FutureTask<>(
            () -> {
              bench.connection.shutdownOutput();
              return null;
            });
    bench.carrier.onWrite =
        bytes -> {
          new Thread(end).start();
          ending.awaitArrival();
        };
    bench.write(10);
    bench.carrier.onWrite = bytes -> {};
    SocketException e = assertThrows(SocketException.class, () -> bench.write(11));
    assertEquals("Broken pipe", e.getMessage());
    assertThrows(IOException.class, () -> bench.connection.sendUrgentData(1));
    ending.letGo();
    Bench.soon(end);
    assertEquals("[announce 10, endsOnTcp]", of(transport));
    assertEquals("[write 10, shutdownOutput]", of(bench));
  }

  /** The peer may have answered the close by a reset, before TCP is closed here. */
  @Test
  void aThreadThatACloseThrowsOutIsToldOfThatAlone() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          bench.connection.close();
          throw new SocketException("Connection reset by peer");
        };
    SocketException e = assertThrows(SocketException.class, () -> bench.write(5));
    assertEquals("Socket closed", e.getMessage());
  }

  private static FutureTask<Void> startWrite(Bench bench) {
    return Bench.start(
        () -> {
          bench.write(20);
          return null;
        });
  }

  @Test
  void aClosedSocketIsNotShut() throws IOException {
    Bench bench = Bench.with(FakeTransport.committed());
    bench.connection.close();
    assertThrows(SocketException.class, bench.connection::shutdownOutput);
  }
}
