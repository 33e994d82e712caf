package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfs.agent.programs.Hello;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code log_file}. */
class LogFileAgentTest {

  private static final String LINE = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z \\d+ jfs: info: installed .*";

  @TempDir Path folder;

  private static Exit run(String options) throws Exception {
    Exit exit = ChildJvm.of(Hello.class).withAgent(options).run().assertOk();
    assertEquals("hello\n", exit.out());
    return exit;
  }

  @Test
  void jvmsShareAFileAndSayNothing() throws Exception {
    Path file = folder.resolve("log");
    for (int i = 0; i < 2; i++) {
      run("log=info,log_file=" + file).assertQuiet();
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals(2, lines.size(), lines::toString);
    assertTrue(lines.stream().allMatch(line -> line.matches(LINE)), lines::toString);
  }

  /** The options themselves are among what is said. */
  @Test
  void aMistakeIsInTheFileToo() throws Exception {
    Path file = folder.resolve("log");
    run("shm=perhaps,log_file=" + file).assertQuiet();
    assertTrue(Files.readString(file).contains(" jfs: warn: ignored: "), Files.readString(file));
  }

  @Test
  void aFileThatCannotBeOpenedIsALine() throws Exception {
    Path file = folder.resolve("nowhere").resolve("log");
    String line = run("log_file=" + file).assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: warn: log_file=" + file + ": "), line);
  }

  /** To open one waits for a reader. */
  @Test
  void aPipeIsALine() throws Exception {
    Path pipe = folder.resolve("pipe");
    HostCommands.require("mkfifo", pipe.toString());
    String line = run("log_file=" + pipe).assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: warn: log_file=" + pipe + ": "), line);
  }

  /** The program does not notice. */
  @Test
  void aDiskMayBeFull() throws Exception {
    HostCommands.require("test", "-c", "/dev/full");
    run("log=info,log_file=/dev/full").assertQuiet();
  }
}
