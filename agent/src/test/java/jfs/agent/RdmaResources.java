package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What the kernel says about a process's RDMA objects; rdma-resource(8). */
final class RdmaResources {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(20);

  private RdmaResources() {}

  /**
   * Waits until a process has nothing left of its connections. Its devices and listeners, which it
   * keeps for the next ones, belong to no connection.
   */
  static void awaitNone(String pid) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    List<String> left = ofConnections(pid);
    while (!left.isEmpty()) {
      String text = String.join("; ", left);
      assertTrue(System.nanoTime() < end, text);
      LockSupport.parkNanos(10_000_000);
      left = ofConnections(pid);
    }
  }

  private static List<String> ofConnections(String pid) {
    return List.of("qp", "mr", "cq", "cm_id").stream()
        .flatMap(kind -> lines(kind, pid))
        .filter(line -> !line.contains(" state LISTEN "))
        .toList();
  }

  /** The kernel names the thread that made an object, and calls it a process. */
  private static Stream<String> lines(String kind, String pid) {
    String[] threads = new File("/proc/" + pid + "/task").list();
    return show(kind)
        .lines()
        .filter(
            line -> Stream.of(threads).anyMatch(thread -> line.contains(" pid " + thread + " ")));
  }

  private static String show(String kind) {
    try {
      Process process = new ProcessBuilder("rdma", "resource", "show", kind).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor() == 0, "rdma resource show " + kind);
      return text;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
