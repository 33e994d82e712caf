package jfs.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What a process uses of a processor. */
final class Load {

  private static final double TICKS_A_SECOND = 100;
  private static final long SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private Load() {}

  /** For a short while from now on: 1 is a whole processor. */
  static double of(String pid) throws IOException, InterruptedException {
    return of(pid, SPAN_NANOS);
  }

  /** For as long as given. */
  static double of(String pid, long nanos) throws IOException, InterruptedException {
    long ticks = ticks(pid);
    long start = System.nanoTime();
    TimeUnit.NANOSECONDS.sleep(nanos); // it is the span that is measured
    return (ticks(pid) - ticks) / TICKS_A_SECOND / (System.nanoTime() - start) * 1e9;
  }

  /** User and system time, proc(5); the name before may hold anything but a line end. */
  private static long ticks(String pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", pid, "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }
}
