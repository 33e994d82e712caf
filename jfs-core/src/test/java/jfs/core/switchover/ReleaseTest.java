package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transport's memory is given back when no thread is inside, and then it is. */
class ReleaseTest {

  private final FakeTransport transport = FakeTransport.bound();
  private final Bench.Stop inside = new Bench.Stop();
  private Bench bench;

  @BeforeEach
  void connect() throws Exception {
    bench = Bench.with(transport);
    transport.peerSwitchedAt = 0;
  }

  private void stopIn(String where) {
    transport.hook =
        method -> {
          if (method.equals(where)) {
            inside.stopHere();
          }
        };
  }

  private FutureTask<Void> start(Action action) {
    return Bench.start(
        () -> {
          action.run();
          return null;
        });
  }

  private interface Action {
    void run() throws Exception;
  }

  /** Closes while another thread is inside; it goes, and the memory with it. */
  private FutureTask<Void> closeDuring(String method, Action action) throws Exception {
    stopIn(method);
    FutureTask<Void> other = start(action);
    inside.awaitArrival();
    bench.connection.close();
    assertEquals("[close]", bench.carrier.calls.toString());
    assertTrue(transport.calls.contains("close false"));
    assertFalse(transport.isReleased(), "a thread is inside");
    inside.letGo();
    return other;
  }

  @Test
  void aReaderInsideReleasesWhenItLeaves() throws Exception {
    FutureTask<Void> reader = closeDuring("receive", () -> bench.read(1));
    assertThrows(SocketException.class, () -> Bench.soon(reader));
    assertTrue(transport.isReleased());
  }

  @Test
  void aWriterInsideReleasesWhenItLeaves() throws Exception {
    Bench.soon(closeDuring("send", () -> bench.write(1)));
    assertTrue(transport.isReleased());
  }

  @Test
  void aSenderOfUrgentDataInsideReleasesWhenItLeaves() throws Exception {
    Bench.soon(closeDuring("urgent", () -> bench.connection.sendUrgentData(1)));
    assertTrue(transport.isReleased());
  }

  @Test
  void whoeverSwitchesToShutDownReleasesWhenItLeaves() throws Exception {
    FutureTask<Void> other = closeDuring("switchOver", bench.connection::shutdownOutput);
    assertThrows(SocketException.class, () -> Bench.soon(other));
    assertTrue(transport.isReleased());
  }

  @Test
  void theLastOfTwoReleases() throws Exception {
    Bench.Stop sending = new Bench.Stop();
    transport.hook =
        method -> {
          switch (method) {
            case "receive" -> inside.stopHere();
            case "send" -> sending.stopHere();
            default -> {}
          }
        };
    FutureTask<Void> reader = start(() -> bench.read(1));
    FutureTask<Void> writer = start(() -> bench.write(1));
    inside.awaitArrival();
    sending.awaitArrival();
    bench.connection.close();
    sending.letGo();
    Bench.soon(writer);
    assertFalse(transport.isReleased());
    inside.letGo();
    assertThrows(SocketException.class, () -> Bench.soon(reader));
    assertTrue(transport.isReleased());
  }

  @Test
  void closingAgainDoesNoHarm() throws Exception {
    bench.connection.close();
    assertTrue(transport.isReleased());
    bench.connection.close();
    assertThrows(SocketException.class, () -> bench.read(1));
  }
}
