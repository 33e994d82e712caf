package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jfs.agent.programs.Dialogue;
import jfs.agent.programs.RmiUnderLoad;
import jfs.agent.programs.ServerHost;
import jfs.agent.programs.peers.SelectorEcho;
import jfs.core.stats.ConnectionReport;
import jfs.shm.control.StatusClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands for a JVM that runs: attach, set, detach. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SteeringAgentTest {

  private static final ChildJvm DIALOGUE = ChildJvm.of(Dialogue.class);

  @TempDir Path folder;
  private final RendezvousFolder meeting;

  SteeringAgentTest() throws IOException {
    meeting = new RendezvousFolder();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    try (meeting) {
      assertEquals(List.of(), meeting.files());
    }
  }

  private static Exit command(String command, String pid, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("-jar", Agent.jar().toString(), command, pid));
    words.addAll(List.of(options));
    return ChildJvm.ofTool("java", words.toArray(new String[0])).run();
  }

  private static void assertDone(String form, Exit exit) {
    exit.assertOk().assertQuiet();
    assertTrue(exit.out().matches("JVM \\d+: " + form + "\n"), exit.out());
  }

  private static void assertNotDone(String form, Exit exit) {
    assertEquals(1, exit.code(), exit::toString);
    assertEquals("", exit.out());
    String line = exit.assertSaid(1).get(0);
    assertTrue(line.matches("jfs: error: " + form), line);
  }

  private String place() {
    return "shm_dir=" + meeting.parent();
  }

  private List<ConnectionReport> connections(RunningJvm jvm) throws Exception {
    for (String name : StatusClient.present(meeting.path())) {
      if (name.startsWith(jvm.pid() + "-")) {
        try (StatusClient client = StatusClient.of(meeting.path(), name)) {
          return client.connections();
        }
      }
    }
    return List.of();
  }

  private void await(RunningJvm jvm, String via, String reason, int count) throws Exception {
    long deadline = System.nanoTime() + RunningJvm.patienceNanos(60);
    List<ConnectionReport> now;
    do {
      now = connections(jvm);
      assertTrue(System.nanoTime() < deadline, now::toString);
      LockSupport.parkNanos(20_000_000);
    } while (now.stream().filter(c -> c.via().equals(via) && c.reason().equals(reason)).count()
        != count);
  }

  /** RMI may have closed some, which it does after a while without a call. */
  private void assertNoMore(int before, RunningJvm jvm) throws Exception {
    List<ConnectionReport> now = connections(jvm);
    assertTrue(now.size() <= before, now::toString);
  }

  private static void tell(RunningJvm jvm, String line) throws Exception {
    jvm.send(line);
    jvm.expect("ready");
  }

  private static ChildJvm attachable(ChildJvm jvm) {
    return jvm.withTime(120).with("-XX:+EnableDynamicAgentLoading"); // it waits for many others
  }

  @Test
  void noCallFailsWhileJfsComesAndGoes() throws Exception {
    Path stub = folder.resolve("stub");
    try (RunningJvm server = attachable(ChildJvm.of(RmiUnderLoad.class, "serve", stub)).start()) {
      server.expect("ready");
      try (RunningJvm client = attachable(ChildJvm.of(RmiUnderLoad.class, "call", stub)).start()) {
        tell(client, "2");
        for (int round = 0; round < 2; round++) {
          String done = round == 0 ? "installed \\S+" : "attached again; .*ignored shm_dir=.*";
          assertDone(done, command("attach", server.pid(), place(), "shm=eager"));
          assertDone(done, command("attach", client.pid(), place(), "shm=eager"));
          int before = 2 * round;
          tell(client, "2");
          await(client, "shm", "", before + 2);
          await(server, "shm", "", before + 2);
          assertDone("set: shm=off", command("set", client.pid(), "shm=off"));
          tell(client, "2");
          await(client, "tcp", "switched-off", 2 * round + 2);
          assertDone("set: shm=on", command("set", client.pid(), "shm=on"));
          assertDone("detached: .*", command("detach", client.pid()));
          assertDone("detached: .*", command("detach", server.pid()));
          int ofClient = connections(client).size();
          int ofServer = connections(server).size();
          tell(client, "2");
          // The thread that accepts had made the socket for the next one already.
          assertNoMore(ofClient, client);
          assertNoMore(ofServer + 1, server);
        }
        assertEquals("failed 0\n", client.waitForExit().assertOk().assertQuiet().out());
      }
      server.waitForExit().assertOk().assertQuiet();
    }
  }

  /** A selector of JFS has channels of both kinds then. */
  @Test
  void channelsGoAndComeToo() throws Exception {
    ChildJvm program = attachable(ChildJvm.of(SelectorEcho.class));
    try (RunningJvm jvm = program.withAgent(place() + ",channels=on").start()) {
      int port = Integer.parseInt(jvm.readLine());
      List<Socket> sockets = new ArrayList<>();
      for (String command : List.of("", "detach", "attach")) {
        if (!command.isEmpty()) {
          assertDone("(detached: .*|attached again)", command(command, jvm.pid()));
        }
        sockets.add(new Socket(ServerHost.ADDRESS, port));
        for (Socket socket : sockets) {
          socket.getOutputStream().write(sockets.size());
          assertEquals(sockets.size(), socket.getInputStream().read());
        }
        await(jvm, "tcp", "unpaired", command.equals("attach") ? 2 : 1);
      }
      for (Socket socket : sockets) {
        socket.close();
      }
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }

  @Test
  void rulesAndLogCanBeSet() throws Exception {
    Path rules = Files.writeString(folder.resolve("rules"), "use tcp connect * *\n");
    try (RunningJvm jvm = attachable(DIALOGUE).withAgent(place() + ",shm=eager").start()) {
      jvm.send("loop 1");
      jvm.expect("done");
      assertDone(
          "set: log=debug, rules=" + rules,
          command("set", jvm.pid(), "rules=" + rules, "--log=debug"));
      jvm.send("loop 1");
      jvm.expect("done");
      await(jvm, "tcp", "by-rule", 1);
      Files.writeString(rules, "use tcp\n");
      assertNotDone(".*rules:1: ignored: .*", command("set", jvm.pid(), "rules=" + rules));
      String said = jvm.waitForExit().assertOk().err();
      assertTrue(said.contains("jfs: debug: ") && said.contains(rules + ":1: use tcp"), said);
    }
  }

  /** One that was attached to before would be waited for as long as it is stopped. */
  @Test
  void aStoppedJvmIsNotWaitedFor() throws Exception {
    try (RunningJvm jvm = attachable(DIALOGUE).withAgent(place()).start()) {
      jvm.send("loop 0");
      jvm.expect("done");
      assertDone("set: log=info", command("set", jvm.pid(), "log=info"));
      jvm.stop();
      Exit exit = command("set", jvm.pid(), "log=warn");
      assertNotDone("JVM \\d+ is stopped: kill -CONT " + jvm.pid(), exit);
      jvm.signal("CONT");
      assertDone("set: log=warn", command("set", jvm.pid(), "log=warn"));
    }
  }

  /** The other JVM may say anything, as any of its classes may. */
  @Test
  void aReplyIsNothingThatATerminalObeys() throws Exception {
    Path rules = Files.createFile(folder.resolve("rules\033[2J"));
    try (RunningJvm jvm = attachable(DIALOGUE).withAgent(place()).start()) {
      jvm.send("loop 0");
      jvm.expect("done");
      Exit exit = command("set", jvm.pid(), "rules=" + rules).assertOk().assertQuiet();
      String shown = rules.toString().replace('\033', '?');
      assertEquals("JVM " + jvm.pid() + ": set: rules=" + shown + "\n", exit.out());
    }
  }

  /** Nor does the program print what it would at the signal by which a JVM is asked. */
  private static void assertNoAgentIsTaken(ChildJvm program) throws Exception {
    try (RunningJvm jvm = program.start()) {
      jvm.send("loop 1");
      jvm.expect("done");
      assertNotDone("JVM \\d+ takes no agent: .*", command("attach", jvm.pid()));
      assertEquals("", jvm.waitForExit().assertOk().out());
    }
  }

  /** The signal by which it would be asked would kill it. Its socket is of the start, here. */
  @Test
  void aJvmThatCatchesNoSignalLivesOn() throws Exception {
    try (RunningJvm jvm = attachable(DIALOGUE).with("-Xrs").start()) {
      jvm.send("loop 1");
      jvm.expect("done");
      Files.deleteIfExists(Path.of("/tmp/.java_pid" + jvm.pid()));
      assertNotDone("JVM \\d+ takes no agent: .*-Xrs.*", command("attach", jvm.pid()));
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }

  /** Such as in an image that jlink made. */
  @Test
  void aJavaThatCannotAttachSaysSo() throws Exception {
    String[] words = {"-jar", Agent.jar().toString(), "detach", "1"};
    ChildJvm tool = ChildJvm.ofTool("java", words);
    assertNotDone(
        "this Java lacks the module jdk.attach.*",
        tool.with("--limit-modules", "java.base,java.instrument").run());
  }

  @Test
  void aPathThatTheLocaleCannotNameIsSaid() throws Exception {
    String[] words = {"-jar", Agent.jar().toString(), "attach", "1", "rules=/tmp/gr\u00f6\u00dfe"};
    ChildJvm tool = ChildJvm.ofTool("java", words).withEnvironment("LC_ALL", "C");
    Exit exit = tool.run();
    assertEquals(1, exit.code(), exit::toString);
    assertEquals(1, exit.assertSaid(1).size());
  }

  /** Asks for a file of rules in a new folder, whose name is a word of the shell. */
  private Exit commandIn(String name) throws Exception {
    String place = "'" + folder + "'/" + name;
    String[] words = {"-jar", Agent.jar().toString(), "set", "1", "rules=r"};
    return ChildJvm.ofTool("java", words)
        .withShell("mkdir " + place + " && cd " + place + " && exec \"$@\"")
        .withEnvironment("LC_ALL", "C")
        .run();
  }

  @Test
  void theNameOfAFoldersFileIsWhole() throws Exception {
    Exit cut = commandIn("a,b");
    assertEquals(2, cut.code(), cut::toString);
    assertTrue(cut.assertSaid(1).get(0).contains("cannot have a comma: 'rules=/"), cut::err);
    assertNotDone(".*locale.*LC_ALL.*", commandIn("$(printf 'gr\\303\\266\\303\\237e')"));
  }

  @Test
  void aJvmWithOtherFilesIsToldOfThoseAlone() throws Exception {
    HostCommands.require("unshare", "-m", "true");
    String jar = Files.copy(Agent.jar(), folder.resolve("jfs.jar")).toString();
    String other = HostCommands.inNew("-m", "mount -t tmpfs none " + folder);
    try (RunningJvm jvm = attachable(DIALOGUE).withShell(other).start()) {
      jvm.send("loop 0");
      jvm.expect("done");
      assertNotDone(
          "JVM \\d+ does not see " + jar + ", .*",
          ChildJvm.ofTool("java", "-jar", jar, "attach", jvm.pid()).run());
      assertNotDone(
          "JVM \\d+ has other files, .*'summary=s'.*", command("attach", jvm.pid(), "summary=s"));
      String file = "summary=" + folder.resolve("s");
      assertDone("installed \\S+", command("attach", jvm.pid(), place(), file));
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }

  /** The program had channels before; the last one of them is a line of the rules. */
  @Test
  void whatTheOptionsDoNotGetIsInTheReply() throws Exception {
    Path rules = Files.writeString(folder.resolve("rules"), "use\n");
    ChildJvm program = attachable(ChildJvm.of(SelectorEcho.class));
    try (RunningJvm jvm = program.start()) {
      jvm.readLine();
      String[] options = {
        place(), "channels=on", "summary=/none/s", "log_file=/none/l", "log=off", "rules=" + rules
      };
      String said = command("attach", jvm.pid(), options).assertOk().assertQuiet().out();
      String form = "JVM \\d+: installed \\S+; log_file=/none/l: .*, channels stay .*";
      assertTrue(said.matches(form + rules + ":1: ignored: .*, no summary in /none/s: .*\n"), said);
      jvm.kill();
    }
  }

  @Test
  void whatKeepsJfsOutIsSaid() throws Exception {
    ChildJvm off = attachable(DIALOGUE).withEnvironment("JFS_ENABLED", "false");
    try (RunningJvm jvm = off.start()) {
      jvm.send("loop 0");
      jvm.expect("done");
      assertNotDone(".*enabled=false switches it off there.*", command("attach", jvm.pid()));
      assertDone("installed \\S+", command("attach", jvm.pid(), place(), "enabled=true"));
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }

  private static String anotherThread(String pid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", pid, "task"))) {
      return threads
          .map(thread -> thread.getFileName().toString())
          .filter(id -> !id.equals(pid))
          .findAny()
          .orElseThrow();
    }
  }

  @Test
  void whatCannotBeDoneIsSaid() throws Exception {
    try (RunningJvm plain = attachable(DIALOGUE).start();
        RunningJvm jvm = attachable(DIALOGUE).withAgent(place() + ",shm=off").start()) {
      String pid = jvm.pid();
      for (String command : List.of("set", "detach")) {
        String[] options = command.equals("set") ? new String[] {"log=info"} : new String[0];
        assertNotDone("JVM \\d+ runs without JFS", command(command, plain.pid(), options));
      }
      assertNotDone(
          "JVM \\d+: not done: shm has been off from the start, and stays so",
          command("set", pid, "shm=on"));
      assertNotDone("JVM \\d+: not done: shm=eager is for .*", command("set", pid, "shm=eager"));
      assertNotDone("JVM \\d+: not done: native is for .*", command("set", pid, "native=off"));
      assertNotDone(
          "JVM \\d+: not done: already installed; ignored, .*: shm=on \\(is off\\)",
          command("attach", pid, "shm=on"));
      assertDone("already installed", command("attach", pid));
      assertNoAgentIsTaken(attachable(DIALOGUE).with("-XX:+DisableAttachMechanism"));
      String thread = anotherThread(pid);
      assertNotDone(thread + " is a thread of process " + pid, command("set", thread, "log=info"));
      assertNotDone("there is no process 999999999", command("attach", "999999999"));
      Process other = new ProcessBuilder("sleep", "100").start();
      try {
        assertNotDone("process \\d+ is not a JVM.*", command("detach", "" + other.pid()));
        assertTrue(other.isAlive());
      } finally {
        other.destroy();
      }
      for (String[] wrong :
          new String[][] {
            {"attach", "x"}, {"set", pid}, {"set", pid, "log"}, {"set", pid, "l=x"}
          }) {
        String[] options = Arrays.copyOfRange(wrong, 2, wrong.length);
        Exit exit = command(wrong[0], wrong[1], options);
        assertEquals(2, exit.code(), exit::toString);
        exit.assertSaid(1);
      }
      plain.waitForExit().assertOk().assertQuiet();
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }
}
