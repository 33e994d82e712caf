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
  private final Bench.Stop inside = new Bench.Stop();
  private Bench bench;

  @BeforeEach
  void connect() throws Exception {
    bench = Bench.with(transport);
    transport.peerSwitchedAt = 0;
    bench.write(1);
    bench.carrier.calls.clear();
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

  /** Closes while another thread is inside; that leaves, and then the memory is given back. */
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
  void aWriterThatAnnouncesTheSwitchReleasesWhenItLeaves() throws Exception {
    bench = Bench.with(transport);
    FutureTask<Void> writer = closeDuring("announce", () -> bench.write(1));
    assertThrows(SocketException.class, () -> Bench.soon(writer));
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

  /** Each may find a lock held by the other when it looks whether it is the last. */
  @Test
  @SuppressWarnings("ThreadPriorityCheck") // the others may need the processor
  void twoThatLeaveAtOnceDoNotForgetToRelease() throws Exception {
    int rounds = 3_000;
    FakeTransport[] transports = new FakeTransport[rounds];
    Bench[] benches = new Bench[rounds];
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
      benches[i] = Bench.with(transports[i]);
      benches[i].write(1);
    }
    FutureTask<Void> reader = start(each(benches, b -> b.read(1)));
    FutureTask<Void> writer = start(each(benches, b -> b.write(1)));
    for (int i = 0; i < rounds; i++) {
      while (inTransport.get() < 2 * (i + 1)) {
        Thread.yield();
      }
      benches[i].connection.close();
      closed.set(i);
    }
    Bench.soon(reader);
    Bench.soon(writer);
    for (int i = 0; i < rounds; i++) {
      assertTrue(transports[i].isReleased(), "round " + i);
    }
  }

  private interface Part {
    void run(Bench bench) throws Exception;
  }

  private static Action each(Bench[] benches, Part part) {
    return () -> {
      for (Bench one : benches) {
        try {
          part.run(one);
        } catch (SocketException e) {
          // The connection is closed.
        }
      }
    };
  }
}
