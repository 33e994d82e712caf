package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.Hello;
import jfs.agent.programs.JvmStarter;
import jfs.agent.programs.Prints;
import jfs.agent.programs.Transfers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The line that is written when the JVM exits. */
class SummaryAgentTest {

  @TempDir Path folder;

  private Exit run(int connections, int bytes, String ending) throws Exception {
    return ChildJvm.of(Transfers.class, connections, bytes, ending)
        .withAgent("summary=" + folder.resolve("summary"))
        .run();
  }

  @ParameterizedTest
  @CsvSource({"close, 0", "leave, 0", "exit, 7", "throw, 1"})
  void countsConnectionsAndBytesHoweverTheProgramEnds(String ending, int code) throws Exception {
    Exit exit = run(4, 1000, ending);
    assertEquals(code, exit.code(), exit.err());
    assertEquals("transferred\n", exit.out());
    ParsedSummary summary = ParsedSummary.in(folder.resolve("summary"));
    summary.assertConnections(4, 4);
    summary.assertBytes(4 * 1003, 4 * 1003);
    assertEquals(System.getProperty("java.version"), summary.java());
  }

  @Test
  void countsSocketsThatTheProgramForgot() throws Exception {
    run(3, 10, "abandon").assertOk().assertQuiet();
    ParsedSummary summary = ParsedSummary.in(folder.resolve("summary"));
    summary.assertConnections(4, 4);
    summary.assertBytes(3 * 13, 3 * 13);
  }

  @Test
  void isWrittenWithoutConnections() throws Exception {
    Path file = folder.resolve("summary");
    ChildJvm.of(Prints.class).withAgent("summary=" + file).run().assertOk().assertQuiet();
    ParsedSummary.in(file).assertConnections(0, 0);
  }

  @Test
  void isAppended() throws Exception {
    Path file = folder.resolve("summary");
    Files.writeString(file, "before\n");
    run(1, 1, "close").assertOk();
    run(2, 1, "close").assertOk();
    List<String> lines = Files.readAllLines(file);
    assertEquals(3, lines.size());
    assertEquals("before", lines.get(0));
    ParsedSummary.parse(lines.get(1)).assertConnections(1, 1);
    ParsedSummary.parse(lines.get(2)).assertConnections(2, 2);
  }

  @Test
  void childrenThatInheritTheOptionWriteTheirOwn() throws Exception {
    Path file = folder.resolve("summary");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = Agent.locationOf(Hello.class).toString();
    ChildJvm.of(JvmStarter.class, java, "-cp", classes, Hello.class.getName())
        .withEnvironment("JAVA_TOOL_OPTIONS", Agent.flag("summary=" + file))
        .run()
        .assertOk();
    List<String> lines = Files.readAllLines(file);
    assertEquals(2, lines.size());
    ParsedSummary child = ParsedSummary.parse(lines.get(0));
    ParsedSummary parent = ParsedSummary.parse(lines.get(1));
    child.assertConnections(1, 1);
    parent.assertConnections(0, 0);
    assertNotEquals(parent.pid(), child.pid());
  }

  @Test
  void goesToStandardError() throws Exception {
    Exit exit = ChildJvm.of(Hello.class).withAgent("summary=stderr").run().assertOk();
    assertEquals("hello\n", exit.out());
    ParsedSummary summary = ParsedSummary.parse(exit.err().strip());
    summary.assertConnections(1, 1);
    summary.assertBytes(5, 5);
  }

  @Test
  void goesToStandardErrorAfterAnUncaughtException() throws Exception {
    Exit exit = ChildJvm.of(Transfers.class, 1, 1, "throw").withAgent("summary=stderr").run();
    assertEquals(1, exit.code());
    List<String> lines = exit.err().lines().toList();
    assertTrue(lines.get(0).startsWith("Exception in thread \"main\""), exit.err());
    ParsedSummary.parse(lines.get(lines.size() - 1)).assertConnections(1, 1);
  }

  @ParameterizedTest
  @CsvSource({"close, 0", "exit, 7"})
  void unwritableFileIsOneLineAndTheSameExit(String ending, int code) throws Exception {
    Exit exit =
        ChildJvm.of(Transfers.class, 1, 1, ending)
            .withAgent("summary=" + folder.resolve("missing/summary"))
            .run();
    assertEquals(code, exit.code());
    assertEquals("transferred\n", exit.out());
    assertTrue(exit.assertSaid(1).get(0).contains("missing/summary"), exit.err());
  }

  @Test
  void folderIsNoFile() throws Exception {
    ChildJvm.of(Prints.class).withAgent("summary=" + folder).run().assertOk().assertSaid(1);
  }

  /** The program must end, whatever has become of the one that collects. */
  @Test
  void aPipeThatNobodyReadsIsOneLineAndTheSameExit() throws Exception {
    Path pipe = folder.resolve("pipe");
    HostCommands.require("mkfifo", pipe.toString());
    Exit exit = ChildJvm.of(Prints.class).withAgent("summary=" + pipe).run().assertOk();
    assertEquals("printed\n", exit.out());
    String line = exit.assertSaid(1).get(0);
    assertTrue(line.contains("no summary in " + pipe + ": IOException: nobody reads it"), line);
  }

  /** Not even the line that says so can be written then. */
  @Test
  void aFullStandardErrorThatNobodyReadsIsTheSameExit() throws Exception {
    Path pipe = folder.resolve("pipe");
    HostCommands.require("mkfifo", pipe.toString());
    // The shell reads the pipe in name only; dd fills it, and fails when it is full.
    String fill = "exec 3<>%1$s; dd if=/dev/zero of=%1$s oflag=nonblock bs=4096 2>/dev/null; ";
    Exit exit =
        ChildJvm.of(Prints.class)
            .withAgent("summary=stderr")
            .withShell(fill.formatted(pipe) + "exec \"$@\" 2>&3")
            .run()
            .assertOk();
    assertEquals("printed\n", exit.out());
  }

  @Test
  void goesIntoAPipeThatIsRead() throws Exception {
    Path pipe = folder.resolve("pipe");
    Path read = folder.resolve("read");
    HostCommands.require("mkfifo", pipe.toString());
    Process reader = new ProcessBuilder("cat", "" + pipe).redirectOutput(read.toFile()).start();
    try {
      ChildJvm.of(Hello.class).withAgent("summary=" + pipe).run().assertOk().assertQuiet();
      boolean ended = reader.waitFor(RunningJvm.patienceNanos(20), TimeUnit.NANOSECONDS);
      assertTrue(ended, "the pipe has no end");
      assertEquals(0, reader.exitValue());
      ParsedSummary.in(read).assertConnections(1, 1);
    } finally {
      reader.destroyForcibly(); // it would wait for a writer for ever
    }
  }
}
