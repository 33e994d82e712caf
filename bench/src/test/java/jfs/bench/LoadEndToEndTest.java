package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of suites that compare under load: neighbours, quotas, a pace, many threads. */
@Timeout(360)
class LoadEndToEndTest {

  /** Of 200: ten echoes, the fewest of a slice, take nine pauses of 5 ms at least. */
  private static final double MOST_PER_SECOND = 200 * 10 / 9.0 + 1;

  private static final Pattern CPU_PERCENT = Pattern.compile("\"cpu_percent\": *([0-9.Ee+-]+)");

  @Test
  void busyHasNeighboursThatCompute() {
    BenchRun run = BenchRun.ofShort("busy --agent none");
    assertEquals(0, run.status(), run.err());
    for (String row : List.of("1K ", "1M ")) {
      assertEquals(2, run.out().lines().filter(line -> line.startsWith(row)).count(), run.out());
    }
  }

  /** A fifth of a CPU for each end; without a limit an end that echoes takes more than half. */
  @Test
  void quotaLimitsEachJvm(@TempDir Path folder) throws Exception {
    assumeTrue(groupsCanHaveALimit(), "no control groups with a limit can be made");
    Path json = folder.resolve("busy.json");
    String line = "busy --quota 0.2 --agent none --forks 1 --rounds 3 --slice 1000 --warmup 300";
    BenchRun run = BenchRun.of((line + " --json " + json).split(" "));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("quota: 0.20 CPU for each JVM"), run.out());
    assertEquals(2, run.out().lines().filter(l -> l.startsWith("1K ")).count(), run.out());
    // In a second there may be one of the kernel's periods more than ten, and what each processor
    // had taken in advance; and the harness reads the clock of the CPU a little before and after.
    String written = Files.readString(json);
    Matcher shares = CPU_PERCENT.matcher(written);
    for (int row = 0; row < 2; row++) {
      assertTrue(shares.find(), written);
      assertTrue(Double.parseDouble(shares.group(1)) <= 1.5 * 2 * 20, written);
    }
  }

  /** As the harness makes them, of either version: in version 2 each has what its parent allows. */
  private static boolean groupsCanHaveALimit() throws IOException {
    Path groups = Path.of("/sys/fs/cgroup");
    Path v1 = groups.resolve("cpu");
    if (Files.isDirectory(v1)) {
      return Files.isWritable(v1);
    }
    Path allowed = groups.resolve("cgroup.subtree_control");
    return Files.isWritable(groups)
        && Files.isReadable(allowed)
        && List.of(Files.readString(allowed).strip().split(" ", -1)).contains("cpu");
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
