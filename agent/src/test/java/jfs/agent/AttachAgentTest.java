package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.attach.VirtualMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfs.agent.others.LoadingAgent;
import jfs.agent.programs.Hello;
import jfs.agent.programs.SocketsBeforeAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that come late, or twice. */
class AttachAgentTest {

  private static final ChildJvm VETERAN =
      ChildJvm.of(SocketsBeforeAgent.class).with("-XX:+EnableDynamicAgentLoading");

  @TempDir Path folder;

  private interface Attaching {
    void to(VirtualMachine jvm) throws Exception;
  }

  /** Runs the program, and does something to its JVM when its sockets are there. */
  private static Exit runVeteran(ChildJvm jvm, Attaching attaching) throws Exception {
    try (RunningJvm running = jvm.start()) {
      running.expect("idle accept: threw java.net.SocketTimeoutException: Accept timed out");
      running.expect("ready");
      VirtualMachine attached = VirtualMachine.attach(running.pid());
      try {
        attaching.to(attached);
      } finally {
        attached.detach();
      }
      running.send("go on");
      return running.waitForExit().assertOk();
    }
  }

  private static void load(VirtualMachine jvm, Path jar, String options) throws Exception {
    jvm.loadAgent(jar.toString(), Agent.options(options));
  }

  @Test
  void socketsOfARunningProgramWorkOnAndNewOnesAreCounted() throws Exception {
    Path file = folder.resolve("summary");
    Exit without = runVeteran(VETERAN, jvm -> {});
    Exit with = runVeteran(VETERAN, jvm -> load(jvm, Agent.jar(), "summary=" + file));
    assertEquals(without, with);
    assertEquals("", with.err());
    assertTrue(with.out().contains("blocked accept: true"), with.out());
    ParsedSummary summary = ParsedSummary.in(file);
    summary.assertConnections(3, 5);
    // Five bytes one way and seven the other; of two connections only the accepted end counts, one
    // of which a thread was waiting for as the agent came.
    summary.assertBytes(3 * 12 + 2 * 7, 3 * 12 + 2 * 5);
  }

  @Test
  void sameWithAssertionsAndVerificationInTheJdk() throws Exception {
    ChildJvm strict =
        VETERAN.with("-esa", "-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal");
    Exit without = runVeteran(strict, jvm -> {});
    assertEquals(without, runVeteran(strict, jvm -> load(jvm, Agent.jar(), "")));
  }

  @Test
  void attachedTwiceIsAttachedOnce() throws Exception {
    Path copy = Files.copy(Agent.jar(), folder.resolve("copy.jar"));
    Exit exit =
        runVeteran(
            VETERAN,
            jvm -> {
              load(jvm, Agent.jar(), "log=info");
              load(jvm, Agent.jar(), "log=debug");
              load(jvm, copy, "log=debug");
            });
    assertInstalledOnce(exit, 3);
  }

  @Test
  void attachedAfterItWasThereFromTheStart() throws Exception {
    Path file = folder.resolve("summary");
    Exit exit =
        runVeteran(
            VETERAN.withAgent("log=info,summary=" + file),
            jvm -> load(jvm, Agent.jar(), "summary=" + folder.resolve("other")));
    assertInstalledOnce(exit, 2);
    // All of them: also the first one, for which the program waits while it holds both ends.
    ParsedSummary.in(file).assertConnections(6, 6);
    assertTrue(Files.notExists(folder.resolve("other")));
  }

  @Test
  void attachedDisabledDoesNothing() throws Exception {
    Exit without = runVeteran(VETERAN, jvm -> {});
    assertEquals(without, runVeteran(VETERAN, jvm -> load(jvm, Agent.jar(), "enabled=false")));
  }

  @Test
  void attachedAfterItWasDisabledIsInstalled() throws Exception {
    Path file = folder.resolve("summary");
    runVeteran(
            VETERAN.withAgent("enabled=false"),
            jvm -> load(jvm, Agent.jar(), "enabled=true,summary=" + file))
        .assertQuiet();
    ParsedSummary.in(file).assertConnections(3, 5);
  }

  @Test
  void badOptionsOfAnAttachedAgentAreALineEach() throws Exception {
    runVeteran(VETERAN, jvm -> load(jvm, Agent.jar(), "colour=red,log=loud")).assertSaid(2);
  }

  @Test
  void givenTwice() throws Exception {
    Exit exit = ChildJvm.of(Hello.class).withAgent("log=info").withAgent("log=info").run();
    assertEquals("hello\n", exit.assertOk().out());
    assertInstalledOnce(exit, 2);
  }

  @Test
  void givenTwiceFromTwoFiles() throws Exception {
    Path copy = Files.copy(Agent.jar(), folder.resolve("copy.jar"));
    ChildJvm twice =
        ChildJvm.of(Hello.class)
            .withAgent("summary=stderr")
            .with(Agent.flag(copy, "summary=stderr"));
    Exit exit = twice.run().assertOk();
    ParsedSummary.parse(exit.err().strip()).assertConnections(1, 1);
  }

  @Test
  void optionsThatComeTooLateAreALine() throws Exception {
    Exit exit =
        ChildJvm.of(Hello.class)
            .withAgent("shm=off")
            .withAgent()
            .withAgent("shm=eager,native=off,colour=red")
            .run();
    assertEquals("hello\n", exit.assertOk().out());
    List<String> lines = exit.assertSaid(2);
    assertTrue(lines.get(0).startsWith("jfs: warn: ignored: unknown option 'colour=red'"));
    String line = lines.get(1);
    assertTrue(line.startsWith("jfs: warn: already installed"), line);
    assertTrue(line.endsWith("native=off (is not set), shm=eager (is off)"), line);
  }

  /** Two copies of JFS that know nothing of each other; but the JDK can be changed only once. */
  @Test
  void copyInAnotherLoaderIsNoticed() throws Exception {
    String arguments = Agent.jar() + ",jfs.agent.JfsAgent," + Agent.options("log=info");
    Exit exit =
        ChildJvm.of(Hello.class)
            .with(OtherAgent.flag(LoadingAgent.class, folder, arguments))
            .withAgent("log=info")
            .run()
            .assertOk();
    assertEquals("hello\n", exit.out());
    assertInstalledOnce(exit, 2);
  }

  private static void assertInstalledOnce(Exit exit, int lines) {
    List<String> said = exit.assertSaid(lines);
    assertTrue(said.get(0).startsWith("jfs: info: installed "), exit.err());
    for (String line : said.subList(1, lines)) {
      assertTrue(line.matches("jfs: (info|warn): already installed.*"), exit.err());
    }
  }
}
