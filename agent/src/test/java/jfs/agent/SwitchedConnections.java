package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import jfs.core.stats.ConnectionReport;
import jfs.shm.control.StatusClient;

/** Which connections of a test's JVMs have left TCP, as these JVMs say. */
final class SwitchedConnections {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(30);

  private SwitchedConnections() {}

  /** Traffic that makes connections leave TCP. */
  interface Traffic {
    void pass() throws IOException;
  }

  /** Has traffic pass until so many ends, in all JVMs of a folder, go by that: "shm", "rdma". */
  static void await(String via, RendezvousFolder meeting, int ends, Traffic traffic)
      throws IOException {
    await(via, List.of(meeting), ends, traffic);
  }

  /** The same in all JVMs of these folders. */
  static void await(String via, List<RendezvousFolder> meetings, int ends, Traffic traffic)
      throws IOException {
    List<Path> folders = new ArrayList<>();
    for (RendezvousFolder meeting : meetings) {
      folders.add(meeting.path());
    }
    awaitIn(folders, via, ends, traffic);
  }

  /** The same in all JVMs that meet in these folders. */
  static void awaitIn(List<Path> folders, String via, int ends, Traffic traffic)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int now;
    do {
      traffic.pass();
      now = ends(via, folders);
      String count = now + " ends of " + ends;
      assertTrue(now == ends || System.nanoTime() < deadline, count);
    } while (now != ends);
  }

  private static int ends(String via, List<Path> folders) throws IOException {
    try {
      int ends = 0;
      for (Path folder : folders) {
        ends += ends(via, folder, "");
      }
      return ends;
    } catch (SocketTimeoutException e) {
      return -1; // a JVM has much else to do
    }
  }

  /** Waits until any end in a JVM goes by that. */
  static void awaitAny(String via, RendezvousFolder meeting, String pid) throws IOException {
    awaitSome(via, meeting, pid, 1);
  }

  /** Waits until so many ends in a JVM go by that. */
  static void awaitSome(String via, RendezvousFolder meeting, String pid, int least)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!hasSome(via, meeting, pid, least)) {
      assertTrue(System.nanoTime() < deadline, () -> "not so many by " + via + ": " + least);
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** Whether any end in a JVM goes by that. */
  static boolean hasAny(String via, RendezvousFolder meeting, String pid) throws IOException {
    return hasSome(via, meeting, pid, 1);
  }

  private static boolean hasSome(String via, RendezvousFolder meeting, String pid, int least)
      throws IOException {
    try {
      return ends(via, meeting.path(), pid + "-") >= least;
    } catch (SocketTimeoutException e) {
      return false; // the JVM has much else to do
    }
  }

  /** Counts the ends in all JVMs with names that begin so. */
  private static int ends(String via, Path folder, String begin) throws IOException {
    int ends = 0;
    for (String name : StatusClient.present(folder)) {
      if (!name.startsWith(begin)) {
        continue;
      }
      try (StatusClient client = StatusClient.of(folder, name)) {
        if (client != null) {
          for (ConnectionReport connection : client.connections()) {
            ends += connection.via().equals(via) ? 1 : 0;
          }
        }
      }
    }
    return ends;
  }
}
