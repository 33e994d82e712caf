package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole runs of suites that compare under load: neighbours, quotas, a pace, many threads. */
@Timeout(360)
class LoadEndToEndTest {

  /** Of 200: ten echoes, the fewest of a slice, take nine pauses of 5 ms at least. */
  private static final double MOST_PER_SECOND = 200 * 10 / 9.0 + 1;

  @Test
  void busyHasNeighboursThatCompute() {
    BenchRun run = BenchRun.ofShort("busy --agent none");
    assertEquals(0, run.status(), run.err());
    for (String row : List.of("1K ", "1M ")) {
      assertEquals(2, run.out().lines().filter(line -> line.startsWith(row)).count(), run.out());
    }
  }

  /** Of half a CPU a JVM uses no more, whatever it does. */
  @Test
  void quotaLimitsEachJvm() {
    assumeTrue(Files.isWritable(Path.of("/sys/fs/cgroup/cpu")), "control groups");
    BenchRun run = BenchRun.ofShort("busy --quota 0.5 --agent none");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("quota: 0.50 CPU for each JVM"), run.out());
    assertEquals(2, run.out().lines().filter(line -> line.startsWith("1K ")).count(), run.out());
  }

  @Test
  void paceIsKept() {
    String line =
        "cpu --agent none --rates 200,0 --rounds 1 --forks 1 --slice 400 --warmup 100"
            + " --variants jdk,unix-channel,netty-nio";
    BenchRun run = BenchRun.of(line.split(" "));
    assertEquals(0, run.status(), run.err());
    for (String variant : List.of("jdk", "unix-channel", "netty-nio")) {
      String paced = "200 a second  " + variant;
      String row = run.out().lines().filter(l -> l.startsWith(paced)).findFirst().orElse("");
      String perSecond = row.split(" {2,}", -1)[4];
      assertTrue(Double.parseDouble(perSecond) <= MOST_PER_SECOND, run.out());
      assertTrue(run.out().lines().anyMatch(l -> l.matches("at once +" + variant + " .*")));
    }
  }

  @Test
  void oversubscribedHasSeveralThreadsACore() {
    BenchRun run = BenchRun.ofShort("oversubscribed --threads 2 --agent none");
    assertEquals(0, run.status(), run.err());
    String connections = 2 * Runtime.getRuntime().availableProcessors() + " x 100";
    assertTrue(run.out().lines().anyMatch(line -> line.startsWith(connections)), run.out());
  }
}
