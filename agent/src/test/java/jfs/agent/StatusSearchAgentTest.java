package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.agent.programs.Dialogue;
import jfs.shm.control.StatusClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JVMs a status client finds, and what it says of processes that it cannot ask. */
class StatusSearchAgentTest extends AskedJvms {

  @Test
  void aMistypedOptionOfItsOwnIsSaid() throws Exception {
    for (String command : List.of("status", "top")) {
      ChildJvm tool = ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), command, "999999999");
      Exit exit = tool.with("-Djfs.shmdir=/dev/shm").run();
      assertEquals(1, exit.code(), exit::toString);
      String line = exit.assertSaid(2).get(0);
      assertTrue(line.startsWith("jfs: warn: ignored: unknown option '-Djfs.shmdir'"), line);
    }
  }

  /** As in a container: a JVM with process ids and file systems of its own, and perhaps a user. */
  @ParameterizedTest
  @ValueSource(strings = {"", "setpriv --reuid=65534 --clear-groups "})
  void aJvmInOtherNamespacesIsFound(String asUser) throws Exception {
    String script = "mount -t tmpfs -o mode=1777 tmpfs /dev/shm && exec " + asUser + "\"$@\"";
    String[] namespaces = {"unshare", "-m", "-p", "-f", "--mount-proc", "--kill-child"};
    List<String> probe = new ArrayList<>(List.of(namespaces));
    probe.addAll(List.of("sh", "-c", script, "sh", "test", "-r", Agent.jar().toString()));
    HostCommands.require(probe.toArray(new String[0]));
    ChildJvm inside =
        DIALOGUE
            .withAgent()
            .withShell(
                "exec " + String.join(" ", namespaces) + " sh -c '" + script + "' sh \"$@\"");
    try (RunningJvm jvm = inside.start()) {
      tell(jvm, "loop 2");
      String pid = javaBelow(jvm.pid());
      List<String> command = List.of("-jar", Agent.jar().toString(), "status");
      ChildJvm status = ChildJvm.ofTool("java", command.toArray(new String[0]));
      long deadline = System.nanoTime() + RunningJvm.patienceNanos(20);
      Exit listed;
      do {
        assertTrue(System.nanoTime() < deadline, "not listed");
        listed = status.run(); // lists all JVMs of this host, one of which may be stopped
      } while (!listed.out().lines().anyMatch(line -> line.matches(" *" + pid + " +4 .*")));
      ChildJvm one = ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "status", pid);
      assertEquals(5, one.run().assertOk().assertQuiet().out().lines().count());
    }
  }

  /** It is found here, and through its own file systems. */
  @Test
  void aJvmThatSharesTheFolderButNotAllFileSystemsIsListedOnce() throws Exception {
    HostCommands.require("unshare", "-m", "true");
    ChildJvm inside = DIALOGUE.withAgent().withShell(HostCommands.inNew("-m", "true"));
    try (RunningJvm jvm = inside.start()) {
      tell(jvm, "loop 1");
      ChildJvm status = ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "status");
      long deadline = System.nanoTime() + RunningJvm.patienceNanos(20);
      List<String> rows;
      do {
        assertTrue(System.nanoTime() < deadline, "not listed");
        String form = " *" + jvm.pid() + " .*";
        rows = status.run().out().lines().filter(line -> line.matches(form)).toList();
      } while (rows.isEmpty());
      assertEquals(1, rows.size(), rows::toString);
    }
  }

  /** Such as a JVM in a debugger. */
  @Test
  void aJvmThatDoesNotAnswerIsALineAndAFailure() throws Exception {
    try (RunningJvm one = start();
        RunningJvm other = start()) {
      tell(one, "loop 1");
      tell(other, "loop 1");
      awaitEndpoint(one);
      awaitEndpoint(other);
      assertTrue(HostCommands.succeeds("kill", "-STOP", one.pid()));
      Exit exit = status("--json");
      assertTrue(HostCommands.succeeds("kill", "-CONT", one.pid()));
      assertEquals(1, exit.code(), exit::toString);
      String line = exit.assertSaid(1).get(0);
      assertTrue(line.startsWith("jfs: error: JVM " + one.pid() + " does not answer: "), line);
      assertTrue(
          exit.out().contains("\"pid\":" + one.pid() + ",\"connections\":null,"), exit.out());
      assertTrue(exit.out().contains("\"pid\":" + other.pid() + ",\"connections\":2,"), exit.out());
    }
  }

  /** The option comes after the class path. */
  @Test
  void optionsOfRunAreSeen() throws Exception {
    String classes = Agent.locationOf(Dialogue.class).toString();
    ChildJvm run =
        ChildJvm.ofTool(
            "java",
            ("-jar " + Agent.jar() + " run -cp " + classes + " --shm_dir=" + meeting.parent())
                .split(" ", -1));
    try (RunningJvm jvm = run.withArguments(Dialogue.class.getName()).start()) {
      assertIsFound(jvm);
    }
  }

  /** Makes a connection in a JVM, and asks for it without a word on where that can be asked. */
  private void assertIsFound(RunningJvm jvm) throws Exception {
    tell(jvm, "loop 1");
    awaitEndpoint(jvm);
    String jar = Agent.jar().toString();
    Exit exit = ChildJvm.ofTool("java", "-jar", jar, "status", jvm.pid()).run().assertOk();
    assertEquals(3, exit.out().lines().count(), exit.out());
  }

  /** The JVM that the shells and unshare have become, or made. */
  private static String javaBelow(String pid) {
    return ProcessHandle.of(Long.parseLong(pid))
        .orElseThrow()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .map(process -> Long.toString(process.pid()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void jvmsAreListed() throws Exception {
    assertEquals("", status().assertOk().out());
    try (RunningJvm one = start();
        RunningJvm other = DIALOGUE.withAgent("streams=on").with(meeting.flag()).start()) {
      tell(one, "loop 1");
      tell(other, "loop 2");
      awaitEndpoint(one);
      awaitEndpoint(other);
      List<String> lines = status().assertOk().assertQuiet().out().lines().toList();
      assertEquals(3, lines.size());
      assertTrue(lines.get(0).matches(" *PID +CONNECTIONS +STREAMS +COMMAND"), lines::toString);
      for (String row : List.of(one.pid() + " +2 +-", other.pid() + " +4 +on")) {
        String form = " *" + row + " +" + Dialogue.class.getName();
        assertTrue(lines.stream().anyMatch(line -> line.matches(form)), lines::toString);
      }
      List<Long> pids =
          lines.stream().skip(1).map(line -> Long.valueOf(line.strip().split(" ", 2)[0])).toList();
      assertEquals(pids.stream().sorted().toList(), pids);
      List<String> objects = status("--json").assertOk().out().lines().toList();
      String object = "{\"pid\":%s,\"connections\":%d,\"streams\":%s,\"command\":\"%s\"}";
      String program = Dialogue.class.getName();
      String first = object.formatted(one.pid(), 2, "null", program);
      String second = object.formatted(other.pid(), 4, "\"on\"", program);
      assertTrue(objects.containsAll(List.of(first, second)), objects::toString);
    }
  }

  @Test
  void figuresAreForPrometheus() throws Exception {
    try (RunningJvm jvm = DIALOGUE.withAgent("shm=off").with(meeting.flag()).start()) {
      tell(jvm, "loop 2");
      awaitEndpoint(jvm);
      tell(jvm, "echo 10");
      tell(jvm, "close 0");
      for (Exit exit : List.of(status("--metrics"), status("--metrics", jvm.pid()))) {
        List<String> lines = exit.assertOk().assertQuiet().out().lines().toList();
        String form = "# (HELP|TYPE) jfs_[a-z_]+ .+|jfs_[a-z_]+\\{[a-z]+=\"[^\"]+\".*\\} \\d+";
        lines.forEach(line -> assertTrue(line.matches(form), line));
        String label = "{pid=\"" + jvm.pid() + "\"";
        assertTrue(
            lines.containsAll(
                List.of(
                    "jfs_live_connections" + label + "} 2",
                    "# TYPE jfs_opened_total counter",
                    "jfs_opened_total" + label + "} 2",
                    "jfs_accepted_total" + label + "} 2",
                    "jfs_connections" + label + ",transport=\"tcp\"} 4",
                    "jfs_sent_bytes" + label + ",transport=\"tcp\"} 42",
                    "jfs_received_bytes" + label + ",transport=\"tcp\"} 42",
                    "jfs_tcp_connections" + label + ",reason=\"switched-off\"} 4")),
            lines::toString);
      }
    }
  }

  /** Prometheus asks every few seconds, of programs that may gain nothing from a part of JFS's. */
  @Test
  void figuresGiveJfsNoPart() throws Exception {
    Path log = meeting.path().resolveSibling("classes");
    String part = "jfs.core.LateSocket ";
    try (RunningJvm jvm =
        DIALOGUE
            .withAgent()
            .with(meeting.flag(), "-Xlog:class+load:file=" + log + ":none")
            .start()) {
      tell(jvm, "loop 2");
      awaitEndpoint(jvm);
      tell(jvm, "echo 10");
      String label = "{pid=\"" + jvm.pid() + "\"} ";
      for (Exit exit : List.of(status("--metrics"), status("--metrics", jvm.pid()))) {
        List<String> lines = exit.assertOk().assertQuiet().out().lines().toList();
        assertTrue(lines.contains("jfs_live_connections" + label + "4"), lines::toString);
        assertTrue(lines.contains("jfs_opened_total" + label + "2"), lines::toString);
      }
      assertTrue(status().assertOk().assertQuiet().out().contains(jvm.pid()));
      assertTrue(Files.readAllLines(log).stream().noneMatch(line -> line.startsWith(part)));
      status(jvm.pid()).assertOk();
      assertTrue(Files.readAllLines(log).stream().anyMatch(line -> line.startsWith(part)));
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /** Also if this user has not said where the other JVM's rendezvous directory is. */
  @Test
  void theRendezvousDirectoryIsTheOtherJvms() throws Exception {
    try (RunningJvm jvm = DIALOGUE.withAgent("shm_dir=" + meeting.parent()).start()) {
      assertIsFound(jvm);
    }
  }

  /** The command line that the kernel shows has the name of such a file, and no more. */
  @Test
  void theRendezvousDirectoryMayBeInAFileOfArguments() throws Exception {
    Path arguments = Files.createTempFile("jfs", null);
    try {
      Files.writeString(arguments, meeting.flag());
      try (RunningJvm jvm = DIALOGUE.with("@" + arguments).withAgent().start()) {
        assertIsFound(jvm);
      }
    } finally {
      Files.delete(arguments);
    }
  }

  private void assertFails(String part, String pid) throws Exception {
    Exit exit = status(pid);
    assertEquals(1, exit.code(), exit::toString);
    assertEquals("", exit.out());
    String line = exit.assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: error: ") && line.contains(part), line);
  }

  @Test
  void aProcessThatHasEndedCannotBeAsked() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertFails("no process", Long.toString(ended.pid()));
  }

  @Test
  void aProcessThatIsNoJvmCannotBeAsked() throws Exception {
    Process cat = new ProcessBuilder("cat").start();
    try {
      assertFails("not a JVM", Long.toString(cat.pid()));
    } finally {
      cat.destroy();
    }
  }

  @Test
  void aJvmWithoutJfsCannotBeAsked() throws Exception {
    try (RunningJvm jvm = DIALOGUE.start()) {
      tell(jvm, "loop 1");
      assertFails("without JFS", jvm.pid());
    }
  }

  @Test
  void aJvmThatHasMadeNoConnectionCannotBeAsked() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 0");
      assertFails("no connection yet", jvm.pid());
    }
  }

  /** The JVM does not report the missing folder either, unless it could use one. */
  @Test
  void aJvmWithoutRendezvousDirectoryCannotBeAsked() throws Exception {
    Optional<InetAddress> other = otherAddress();
    assumeTrue(other.isPresent(), "this host has one address only");
    Path missing = meeting.parent().resolve("missing/place");
    try (ServerSocketChannel peer = ServerSocketChannel.open();
        RunningJvm jvm = DIALOGUE.withAgent("shm_dir=" + missing).start()) {
      peer.bind(new InetSocketAddress(other.get(), 0));
      int port = peer.socket().getLocalPort();
      tell(jvm, "connect " + port + " " + other.get().getHostAddress());
      assertFails(
          "cannot be asked: " + StatusClient.folder(missing.toString()) + ", unusable", jvm.pid());
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }

  @Test
  void whatIsNoPidIsAMistake() throws Exception {
    assertEquals(2, status("one").code());
    assertEquals(2, status("1", "2").code());
  }
}
