package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transport's memory is given back as soon as no thread is inside, and not before. */
class ReleaseTest {

  private final FakeTransport transport = FakeTransport.committed();
  private final ConnectionFixture.Stop inside = new ConnectionFixture.Stop();
  private ConnectionFixture fixture;

  @BeforeEach
  void connect() throws Exception {
    fixture = ConnectionFixture.with(transport);
    transport.peerSwitchedAt = 0;
    fixture.write(1);
    fixture.carrier.calls.clear();
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
    return ConnectionFixture.start(
        () -> {
          action.run();
          return null;
        });
  }

  private interface Action {
    void run() throws Exception;
  }

  /** Closes while another thread is inside; that leaves, and then the memory is given back. */
  private FutureTask<Void> closeDuring(String method, Action action) throws Exception {
    stopIn(method);
    FutureTask<Void> other = start(action);
    inside.awaitArrival();
    fixture.connection.close();
    assertEquals("[close]", fixture.carrier.calls.toString());
    assertTrue(transport.calls.contains("close false"));
    assertFalse(transport.isReleased(), "a thread is inside");
    inside.letGo();
    return other;
  }

  @Test
  void aReaderInsideReleasesWhenItLeaves() throws Exception {
    FutureTask<Void> reader = closeDuring("receive", () -> fixture.read(1));
    assertThrows(SocketException.class, () -> ConnectionFixture.soon(reader));
    assertTrue(transport.isReleased());
  }

  @Test
  void aWriterInsideReleasesWhenItLeaves() throws Exception {
    ConnectionFixture.soon(closeDuring("send", () -> fixture.write(1)));
    assertTrue(transport.isReleased());
  }

  @Test
  void aSenderOfUrgentDataInsideReleasesWhenItLeaves() throws Exception {
    ConnectionFixture.soon(closeDuring("urgent", () -> fixture.connection.sendUrgentData(1)));
    assertTrue(transport.isReleased());
  }

  @Test
  void aWriterThatAnnouncesTheSwitchReleasesWhenItLeaves() throws Exception {
    fixture = ConnectionFixture.with(transport);
    FutureTask<Void> writer = closeDuring("announce", () -> fixture.write(1));
    assertThrows(SocketException.class, () -> ConnectionFixture.soon(writer));
    assertTrue(transport.isReleased());
  }

  @Test
  void theLastOfTwoReleases() throws Exception {
    ConnectionFixture.Stop sending = new ConnectionFixture.Stop();
    transport.hook =
        method -> {
          switch (method) {
            case "receive" -> inside.stopHere();
            case "send" -> sending.stopHere();
            default -> {}
          }
        };
    FutureTask<Void> reader = start(() -> fixture.read(1));
    FutureTask<Void> writer = start(() -> fixture.write(1));
    inside.awaitArrival();
    sending.awaitArrival();
    fixture.connection.close();
    sending.letGo();
    ConnectionFixture.soon(writer);
    assertFalse(transport.isReleased());
    inside.letGo();
    assertThrows(SocketException.class, () -> ConnectionFixture.soon(reader));
    assertTrue(transport.isReleased());
  }

  @Test
  void closingAgainDoesNoHarm() throws Exception {
    fixture.connection.close();
    assertTrue(transport.isReleased());
    fixture.connection.close();
    assertThrows(SocketException.class, () -> fixture.read(1));
  }

  /** Each may find a lock held by the other when it looks whether it is the last. */
  @Test
  @SuppressWarnings("ThreadPriorityCheck") // the others may need the processor
  void twoThatLeaveAtOnceDoNotForgetToRelease() throws Exception {
    int rounds = 3_000;
    FakeTransport[] transports = new FakeTransport[rounds];
    ConnectionFixture[] fixtures = new ConnectionFixture[rounds];
    AtomicInteger inTransport = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger(-1);
    for (int i = 0; i < rounds; i++) {
      int round = i;
      transports[i] = FakeTransport.committed();
      transports[i].peerSwitchedAt = 0;
      transports[i].hook =
          method -> {
            if (method.equals("send") || method.equals("receive")) {
              inTransport.incrementAndGet();
              while (closed.get() < round) {
                Thread.yield();
              }
            }
          };
      fixtures[i] = ConnectionFixture.with(transports[i]);
      fixtures[i].write(1);
    }
    FutureTask<Void> reader = start(each(fixtures, b -> b.read(1)));
    FutureTask<Void> writer = start(each(fixtures, b -> b.write(1)));
    for (int i = 0; i < rounds; i++) {
      while (inTransport.get() < 2 * (i + 1)) {
        Thread.yield();
      }
      fixtures[i].connection.close();
      closed.set(i);
    }
    ConnectionFixture.soon(reader);
    ConnectionFixture.soon(writer);
    for (int i = 0; i < rounds; i++) {
      assertTrue(transports[i].isReleased(), "round " + i);
    }
  }

  private interface Part {
    void run(ConnectionFixture fixture) throws Exception;
  }

  private static Action each(ConnectionFixture[] fixtures, Part part) {
    return () -> {
      for (ConnectionFixture one : fixtures) {
        try {
          part.run(one);
        } catch (SocketException e) {
          // The connection is closed.
        }
      }
    };
  }
}
