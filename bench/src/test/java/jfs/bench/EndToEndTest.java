package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs, as short as can be. That they are fast is not asserted. */
@Timeout(360)
class EndToEndTest {

  @TempDir private Path folder;

  @Test
  void pingPongReportsEverySizeOfEveryVariant() throws IOException {
    Path json = folder.resolve("result.json");
    BenchRun run =
        BenchRun.ofShort("pingpong --agent none --variants jdk,jfs --sizes 1,64K --json " + json);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("jdk-2: client the JDK's TCP; server the JDK's TCP"), run.out());

    JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    List<String> rows = new ArrayList<>();
    for (JsonElement one : report.getAsJsonArray("rows")) {
      JsonObject row = one.getAsJsonObject();
      rows.add(row.get("workload").getAsString() + " " + row.get("variant").getAsString());
      assertTrue(row.getAsJsonObject("figures").get("mb_per_s").getAsDouble() > 0, row::toString);
      assertEquals(
          2, row.getAsJsonArray("forks").get(0).getAsJsonArray().size(), "a slice a round");
      assertEquals(
          row.get("variant").getAsString().equals("jdk-2"),
          row.getAsJsonObject("speedups").has("mb_per_s"));
    }
    assertEquals(
        List.of("1 jdk", "64K jdk", "stream 64K jdk", "1 jdk-2", "64K jdk-2", "stream 64K jdk-2"),
        rows);
  }

  @Test
  void rmiShowsBothVariantsSideBySideAndWhatIsSkipped() {
    BenchRun run = BenchRun.ofShort("rmi --agent none --variants jdk,jfs,netty-nio");
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out().contains("netty-nio: skipped: for echoes and streams between two only"),
        run.out());
    for (String row : List.of("null call", "byte[] 100 KB", "int[]", "double[]", "tree of 1023")) {
      assertTrue(run.out().lines().anyMatch(line -> line.startsWith(row)), row + run.out());
    }
    // What serialization adds to 100 KB is little, to a tree of small objects much.
    assertTrue(run.out().lines().anyMatch(line -> line.matches("tree.*total MB/s.*")), run.out());
  }

  @Test
  void serialComparesLibrariesThatReadWhatTheyHaveWritten() {
    BenchRun run =
        BenchRun.ofShort("serial --agent none --variants jdk,kryo,fory,hessian,netty-nio");
    assertEquals(0, run.status(), run.err());
    for (String row : List.of("tree of 1023", "map of 1,000", "100 orders, file")) {
      assertTrue(run.out().lines().anyMatch(line -> line.startsWith(row)), row + run.out());
    }
    assertTrue(run.out().contains("netty-nio: skipped: for echoes"), run.out());
    BenchRun other = BenchRun.ofShort("rmi --agent none --variants jdk,kryo,jfs");
    assertTrue(other.out().contains("kryo: skipped: for object streams only"), other.out());
  }

  @Test
  void comms1GivesALatencyAndATimeAByte() {
    BenchRun run = BenchRun.ofShort("comms1 --agent none --variants jdk");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().lines().anyMatch(line -> line.startsWith("double[125000]")), run.out());
    assertTrue(run.out().lines().anyMatch(line -> line.startsWith("line ")), run.out());
  }

  @Test
  void pingPongComparesWithEverybodyWhoWorksHere() throws IOException {
    String known =
        "socket-channel unix-channel junixsocket netty-nio netty-epoll netty-io_uring aeron-ipc";
    BenchRun run = BenchRun.ofShort("pingpong --sizes 1,64K --agent none --out " + folder);
    assertEquals(0, run.status(), run.err());
    for (String peer : known.split(" ", -1)) {
      String row = "(stream )?[0-9]+K? +" + peer + " .*";
      long rows = run.out().lines().filter(line -> line.matches(row)).count();
      assertTrue(
          rows == 3 || run.out().contains("  " + peer + ": skipped: "), peer + " " + run.out());
    }
    assertTrue(Files.readString(folder.resolve("pingpong.html")).contains("netty-nio"));
    assertTrue(Files.exists(folder.resolve("pingpong.json")));
  }

  @Test
  void throughputIsMeasuredOneWayBothWaysAndFromMany() {
    for (String suite :
        List.of(
            "stream --sizes 1K", "bidir --sizes 1K", "incast --sizes 1K", "selector --sizes 1K")) {
      BenchRun run = BenchRun.ofShort(suite + " --agent none --variants jdk,jfs");
      assertEquals(0, run.status(), run.err());
      assertTrue(run.out().lines().anyMatch(line -> line.matches(".*1K +jdk-2 .*")), run.out());
    }
  }

  @Test
  void connectWorksPinned() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")));
    BenchRun run = BenchRun.ofShort("connect --agent none --place one");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("placement: one: server and client on CPU"), run.out());
  }

  @Test
  void saysWhatTheAgentsSawAtBothEnds() throws IOException {
    BenchRun run =
        BenchRun.ofShort(
            "connect --variants jdk,jfs,plain-to-jfs --agent " + SummaryAgent.jar(folder));
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out().contains("jfs: client tcp: 4 (unpaired: 4); server tcp: 4 (unpaired: 4)"),
        run.out());
    assertTrue(
        run.out().contains("plain-to-jfs: client the JDK's TCP; server tcp: 4 (unpaired: 4)"),
        run.out());
    assertTrue(run.out().contains("JFS: 9.9"), run.out());
  }

  private static String withBaseline(String variants) {
    Path baseline = Path.of("../jfs-native/target/native/jfs-baseline");
    assumeTrue(Files.isExecutable(baseline), "built without a C compiler");
    return " --agent none --variants " + variants + " --baseline " + baseline;
  }

  @Test
  void pingPongComparesWithC() {
    BenchRun run =
        BenchRun.ofShort("pingpong --sizes 64" + withBaseline("jdk,c-ring,c-ring-futex,c-tcp"));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("c-ring: client C, shared memory ring, "), run.out());
    assertTrue(
        run.out()
            .contains(
                "c-tcp: client C, TCP, asleep in the kernel; server C, TCP, asleep in the kernel"),
        run.out());
    for (String start : List.of("64 ", "stream 64K ")) {
      assertEquals(4, run.out().lines().filter(line -> line.startsWith(start)).count(), run.out());
    }
  }

  @Test
  void manyComparesWithC() {
    BenchRun run = BenchRun.ofShort("many --connections 3" + withBaseline("jdk,c-ring,c-tcp"));
    assertEquals(0, run.status(), run.err());
    assertTrue(
        run.out()
            .contains(
                "c-ring: client C, shared memory ring, short spin while that pays, else futex"),
        run.out());
  }

  @Test
  void aBaselineThatFailsIsAClearError() {
    Path fails = Path.of("/bin/false");
    assumeTrue(Files.isExecutable(fails));
    BenchRun run =
        BenchRun.ofShort("pingpong --agent none --variants jdk,c-tcp --baseline " + fails);
    assertEquals(1, run.status());
    assertTrue(
        run.err().contains("c-tcp ended without an answer at its start, exit status 1"), run.err());
  }

  @Test
  void aProgramThatCannotStartIsAClearError() throws IOException {
    BenchRun run =
        BenchRun.ofShort("connect --variants jdk,jfs-channel --agent " + SummaryAgent.jar(folder));
    assertEquals(1, run.status());
    assertTrue(run.err().contains("jfs-bench connect: jfs-channel server "), run.err());
    assertTrue(run.err().contains("no such carrier here"), run.err());
  }

  @Test
  void figuresOfAnAgentThatDidNotStartAreRefused() throws IOException {
    BenchRun run =
        BenchRun.ofShort(
            "connect --agent " + SummaryAgent.jar(folder) + " --jvm-args -Djfs.test.mute=true");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("the agent of jfs client left no summary"), run.err());
    assertTrue(run.err().contains("muted"), run.err());
    assertEquals("", run.out());
  }

  @Test
  void aFloorThatCannotBeShownIsStatus3() {
    BenchRun run = BenchRun.ofShort("connect --agent none --at-least 1000");
    assertEquals(3, run.status(), run.err());
    assertTrue(run.err().contains("not shown to be 1000.0: jdk-2, connect, per s"), run.err());
  }

  @Test
  void measuredProgramsEndWithAHarnessThatIsKilled() throws Exception {
    Process harness =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder, // which a killed harness does not tidy up
                "-cp",
                System.getProperty("java.class.path"),
                "jfs.bench.Bench",
                "pingpong",
                "--variants",
                "jdk,jfs",
                "--agent",
                "none",
                "--sizes",
                "1",
                "--slice",
                "60000")
            .redirectErrorStream(true)
            .start();
    List<ProcessHandle> programs;
    try {
      do {
        TimeUnit.MILLISECONDS.sleep(20);
        programs = harness.descendants().toList();
      } while (programs.size() < 4 && harness.isAlive());
      assertEquals(4, programs.size());
    } finally {
      harness.destroyForcibly().waitFor();
    }
    for (ProcessHandle program : programs) {
      program.onExit().get(20, TimeUnit.SECONDS);
      assertFalse(program.isAlive());
    }
  }
}
