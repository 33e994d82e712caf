package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.FutureTask;
import jfs.core.transport.TransportKind;
import org.junit.jupiter.api.Test;

/** TCP first, then a transport, for good; and the switch between two writes. */
class SendingSideTest {

  private final FakeTransport transport = new FakeTransport();

  private static String of(FakeTransport transport) {
    return transport.calls.toString();
  }

  private static String of(Bench bench) {
    return bench.carrier.calls.toString();
  }

  @Test
  void theSwitchIsMadeBetweenTwoWrites() throws Exception {
    Bench bench = new Bench();
    bench.write(10);
    bench.connection.install(transport);
    bench.write(5);
    assertEquals("[]", of(transport), "not bound");
    transport.bind();
    bench.write(7);
    bench.write(8);
    assertEquals("[write 10, write 5]", of(bench));
    assertEquals("[switchOver 15, send 7, send 8]", of(transport));
    assertEquals(TransportKind.SHM, bench.stats.transport());
  }

  /** The peer may be waiting for the switch, and there may be no further write. */
  @Test
  void aTransportBoundDuringAWriteIsSwitchedToAfterIt() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          transport.bind();
          assertEquals("[]", of(transport), "not while bytes are on their way to TCP");
        };
    bench.write(12);
    assertEquals("[switchOver 12]", of(transport));
  }

  @Test
  void nothingIsSwitchedThatNobodyKnowsTheLengthOf() throws Exception {
    Bench bench = Bench.with(transport);
    bench.carrier.onWrite =
        bytes -> {
          throw new SocketException("Connection reset");
        };
    assertThrows(SocketException.class, () -> bench.write(5));
    transport.bind();
    bench.carrier.onWrite = bytes -> {};
    bench.write(5);
    assertEquals("[]", of(transport));
    assertEquals("[write 5]", of(bench));
  }

  @Test
  void urgentDataGoTheWayOfAllBytes() throws Exception {
    Bench bench = Bench.with(transport);
    bench.write(3);
    transport.bind();
    bench.connection.sendUrgentData(9);
    assertEquals("[switchOver 3, urgent 9]", of(transport));
    assertEquals("[write 3]", of(bench));
  }

  @Test
  void anIdleDirectionIsSwitchedBeforeItIsShut() throws Exception {
    Bench bench = Bench.with(FakeTransport.bound());
    FakeTransport bound = (FakeTransport) bench.connection.transport();
    bench.connection.shutdownOutput();
    assertEquals("[switchOver 0, shutdownOutput]", of(bound));
    assertEquals("[]", of(bench));
  }

  /** A write that TCP has not taken all of: its FIN must come after it, and no switch. */
  @Test
  void aDirectionShutDuringAWriteToTcpStaysThere() throws Exception {
    Bench bench = Bench.with(transport);
    Bench.Stop writing = new Bench.Stop();
    bench.carrier.onWrite = bytes -> writing.stopHere();
    FutureTask<Void> write = startWrite(bench);
    writing.awaitArrival();
    transport.bind();
    bench.connection.shutdownOutput();
    assertEquals("[shutdownOutput]", of(bench));
    writing.letGo();
    Bench.soon(write);
    bench.carrier.onWrite = bytes -> {};
    bench.write(1);
    assertEquals("[endedOnTcp]", of(transport));
    assertEquals("[shutdownOutput, write 20, write 1]", of(bench));
  }

  @Test
  void aShutdownDoesNotWaitForAWriteThatIsSwitched() throws Exception {
    transport.bind();
    Bench bench = Bench.with(transport);
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
    assertEquals("[switchOver 0, send 20, shutdownOutput]", of(transport));
    assertFalse(write.isDone());
    sending.letGo();
    Bench.soon(write);
    assertEquals("[]", of(bench));
  }

  @Test
  void aShutdownDuringTheSwitchIsTheTransports() throws Exception {
    transport.bind();
    Bench bench = Bench.with(transport);
    Bench.Stop switching = new Bench.Stop();
    transport.hook =
        method -> {
          if (method.equals("switchOver")) {
            switching.stopHere();
          }
        };
    FutureTask<Void> write = startWrite(bench);
    switching.awaitArrival();
    bench.connection.shutdownOutput();
    switching.letGo();
    Bench.soon(write);
    assertEquals("[switchOver 0, shutdownOutput, send 20]", of(transport));
    assertEquals("[]", of(bench));
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
    Bench bench = Bench.with(FakeTransport.bound());
    bench.connection.close();
    assertThrows(SocketException.class, bench.connection::shutdownOutput);
  }
}
