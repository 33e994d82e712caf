package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import jfs.core.stats.ConnectionReport;
import jfs.nio.shm.Inquiry;

/** Which connections of the JVMs of a test go over shared memory, as their JVMs say. */
final class SharedConnections {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(15);

  private SharedConnections() {}

  /** What makes connections go over. */
  interface Traffic {
    void pass() throws IOException;
  }

  /** Has traffic pass until so many ends are on shared memory, in all JVMs of a folder. */
  static void await(MeetingFolder meeting, int ends, Traffic traffic) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int now;
    do {
      traffic.pass();
      now = ends(meeting);
      String count = now + " ends of " + ends;
      assertTrue(System.nanoTime() < deadline, count);
    } while (now != ends);
  }

  private static int ends(MeetingFolder meeting) throws IOException {
    int ends = 0;
    for (String name : Inquiry.present(meeting.path())) {
      try (Inquiry inquiry = Inquiry.of(meeting.path(), name)) {
        if (inquiry != null) {
          for (ConnectionReport connection : inquiry.connections()) {
            ends += connection.via().equals("shm") ? 1 : 0;
          }
        }
      }
    }
    return ends;
  }
}
