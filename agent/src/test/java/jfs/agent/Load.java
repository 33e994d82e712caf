package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** How much of a processor a process uses. */
final class Load {

  private static final double TICKS_A_SECOND = 100;
  private static final long SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(15);

  private Load() {}

  /**
   * Waits until a process hardly uses any for a short while. One that spins never does; one that
   * has been busy may have a compiler at work for some time.
   *
   * @param most 1 is a whole processor
   */
  static void awaitCalm(String pid, double most) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    double load = of(pid, SPAN_NANOS);
    while (load >= most) {
      String words = "it spins: " + load;
      assertTrue(System.nanoTime() < end, words);
      load = of(pid, SPAN_NANOS);
    }
  }

  /** The load over the given time, from now on: 1 is a whole processor. */
  static double of(String pid, long nanos) throws IOException, InterruptedException {
    long ticks = ticks(pid);
    long start = System.nanoTime();
    TimeUnit.NANOSECONDS.sleep(nanos); // this is the time that is measured
    return (ticks(pid) - ticks) / TICKS_A_SECOND / (System.nanoTime() - start) * 1e9;
  }

  /** User and system time, proc(5); the name before may hold anything but a line end. */
  private static long ticks(String pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", pid, "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }
}
