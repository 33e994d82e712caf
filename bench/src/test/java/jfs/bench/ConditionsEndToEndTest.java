package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole runs of suites in which more than messages counts: programs, start, open connections. */
@Timeout(360)
class ConditionsEndToEndTest {

  @Test
  void parallelProgramsAreRunByOneJvmAndByTwo() {
    BenchRun run = BenchRun.ofShort("apps --quick --agent none --variants jdk --jvms 1,2");
    assertEquals(0, run.status(), run.err());
    for (String app : List.of("sor", "asp", "radix", "fft", "water", "barnes-hut")) {
      assertEquals(
          2, run.out().lines().filter(line -> line.startsWith(app + " ")).count(), run.out());
    }
  }

  /** Software in two new JVMs for each run, to their exit. */
  @Test
  void programsGoThroughTheirPhasesAndEnd() {
    BenchRun run = BenchRun.ofShort("programs --quick --programs rmi,hsqldb --agent none");
    assertEquals(0, run.status(), run.err());
    for (String row : List.of("rmi registry", "rmi whole", "hsqldb lookup", "hsqldb whole")) {
      assertEquals(2, run.out().lines().filter(line -> line.startsWith(row)).count(), run.out());
    }
  }

  /** Each number of round trips in JVMs of its own. */
  @Test
  void coldTimesTheFirstRoundTrips() {
    BenchRun run = BenchRun.ofShort("cold --agent none");
    assertEquals(0, run.status(), run.err());
    for (String row : List.of("1 ", "10 ", "10000 ", "none: start to exit")) {
      assertEquals(2, run.out().lines().filter(line -> line.startsWith(row)).count(), run.out());
    }
  }

  @Test
  void openConnectionsHaveTheirMemoryAndCpuTime() {
    BenchRun run = BenchRun.ofShort("connections --connections 1,20 --agent none --variants jdk");
    assertEquals(0, run.status(), run.err());
    String row = run.out().lines().filter(line -> line.startsWith("20 ")).findFirst().orElse("");
    assertTrue(row.matches("20 +jdk +[0-9.]+ +-?[0-9.]+ +[0-9.]+ .*"), run.out());
  }
}
