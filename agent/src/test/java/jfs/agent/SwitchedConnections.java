package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jfs.core.stats.ConnectionReport;
import jfs.shm.Inquiry;

/** Which connections of the JVMs of a test have left TCP, as their JVMs say. */
final class SwitchedConnections {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(15);

  private SwitchedConnections() {}

  /** What makes connections go over. */
  interface Traffic {
    void pass() throws IOException;
  }

  /** Has traffic pass until so many ends, in all JVMs of a folder, go by that: "shm", "rdma". */
  static void await(String via, MeetingFolder meeting, int ends, Traffic traffic)
      throws IOException {
    await(via, List.of(meeting), ends, traffic);
  }

  /** The same in all JVMs of these folders. */
  static void await(String via, List<MeetingFolder> meetings, int ends, Traffic traffic)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int now;
    do {
      traffic.pass();
      now = 0;
      for (MeetingFolder meeting : meetings) {
        now += ends(via, meeting, "");
      }
      String count = now + " ends of " + ends;
      assertTrue(System.nanoTime() < deadline, count);
    } while (now != ends);
  }

  /** Waits until any end in a JVM goes by that. */
  static void awaitAny(String via, MeetingFolder meeting, String pid) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!hasAny(via, meeting, pid)) {
      assertTrue(System.nanoTime() < deadline, () -> "no connection by " + via);
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** Whether any end in a JVM goes by that. */
  static boolean hasAny(String via, MeetingFolder meeting, String pid) throws IOException {
    try {
      return ends(via, meeting, pid + "-") > 0;
    } catch (SocketTimeoutException e) {
      return false; // it has much else to do
    }
  }

  /** In all JVMs whose names begin so. */
  private static int ends(String via, MeetingFolder meeting, String begin) throws IOException {
    int ends = 0;
    for (String name : Inquiry.present(meeting.path())) {
      if (!name.startsWith(begin)) {
        continue;
      }
      try (Inquiry inquiry = Inquiry.of(meeting.path(), name)) {
        if (inquiry != null) {
          for (ConnectionReport connection : inquiry.connections()) {
            ends += connection.via().equals(via) ? 1 : 0;
          }
        }
      }
    }
    return ends;
  }
}
