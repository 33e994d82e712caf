package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jfs.agent.programs.Dialogue;
import jfs.shm.StatusClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a status client learns about a running JVM's connections, and that it is true. */
class StatusAgentTest {

  private static final ChildJvm DIALOGUE = ChildJvm.of(Dialogue.class);

  /** A rendezvous directory of the test's own. */
  private RendezvousFolder meeting;

  private Path folder;

  @BeforeEach
  void makePlace() throws Exception {
    meeting = new RendezvousFolder();
    folder = meeting.path();
  }

  @AfterEach
  void removePlace() throws Exception {
    meeting.close();
  }

  private Exit status(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("-jar", Agent.jar().toString(), "status"));
    command.addAll(Arrays.asList(arguments));
    return ChildJvm.ofTool("java", command.toArray(new String[0])).with(meeting.flag()).run();
  }

  private RunningJvm start() throws Exception {
    return DIALOGUE.with(meeting.flag()).withAgent().start();
  }

  private static void tell(RunningJvm jvm, String line) throws Exception {
    jvm.send(line);
    jvm.expect("done");
  }

  /** The endpoint comes soon after the first connection; no program but this waits for it. */
  private void awaitEndpoint(RunningJvm jvm) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (StatusClient.present(folder).stream().noneMatch(n -> n.startsWith(jvm.pid() + "-"))) {
      assertTrue(System.nanoTime() < deadline, "no endpoint");
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** The rows of the table, cell by cell. */
  private List<List<String>> table(RunningJvm jvm) throws Exception {
    List<String> lines = status(jvm.pid()).assertOk().assertQuiet().out().lines().toList();
    List<List<String>> rows =
        lines.stream().map(line -> Arrays.asList(line.split(" +", -1))).toList();
    assertEquals(
        List.of("LOCAL", "REMOTE", "VIA", "SENT", "RECEIVED", "STATE", "REASON"), rows.get(0));
    return rows.subList(1, rows.size());
  }

  private static List<String> column(List<List<String>> table, int column) {
    return table.stream().map(row -> row.get(column)).toList();
  }

  @Test
  void connectionToAPlainPeerIsOnTcpAndSaysWhy() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "others are not looked for over the channel carrier");
    try (ServerSocketChannel peer = ServerSocketChannel.open();
        RunningJvm jvm = start()) {
      peer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = peer.socket().getLocalPort();
      tell(jvm, "connect " + port + " 127.0.0.1");
      awaitEndpoint(jvm);
      tell(jvm, "write 1");
      List<String> row = table(jvm).get(0);
      assertTrue(row.get(0).matches("127\\.0\\.0\\.1:\\d+"), row::toString);
      assertEquals(
          List.of("127.0.0.1:" + port, "tcp", "1", "0", "open", "unpaired"), row.subList(1, 7));
      tell(jvm, "write 5000"); // more than a JVM needs before its first pair
      // No peer has answered; after a while that is an answer, too.
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      do {
        assertTrue(System.nanoTime() < deadline, "still waits for an answer");
        row = table(jvm).get(0);
        assertEquals(List.of("tcp", "5001", "0", "open"), row.subList(2, 6));
      } while (row.get(6).equals("unpaired"));
      assertEquals("no-peer", row.get(6));
    }
  }

  @Test
  void connectionToElsewhereIsEnoughForAnEndpoint() throws Exception {
    Optional<InetAddress> other = otherAddress();
    assumeTrue(other.isPresent(), "this host has one address only");
    try (ServerSocketChannel peer = ServerSocketChannel.open();
        RunningJvm jvm = start()) {
      peer.bind(new InetSocketAddress(other.get(), 0));
      int port = peer.socket().getLocalPort();
      tell(jvm, "connect " + port + " " + other.get().getHostAddress());
      awaitEndpoint(jvm);
      assertEquals(List.of("same-host"), column(table(jvm), 6));
    }
  }

  private static Optional<InetAddress> otherAddress() throws Exception {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .findFirst();
  }

  @Test
  void sharedMemoryIsSeenAndTheBytesStayExact() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "none is used over the channel carrier");
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      List<List<String>> table;
      int echoes = 0;
      do {
        assertTrue(System.nanoTime() < deadline, "stays on TCP");
        for (int i = 0; i < 100; i++) { // some hundreds are worth a JVM's first pair
          tell(jvm, "echo 10");
          echoes++;
        }
        table = table(jvm);
        String sent = Integer.toString(10 * echoes);
        String received = Integer.toString(11 * echoes);
        assertEquals(List.of(sent, received), table.get(0).subList(3, 5));
        assertEquals(List.of(received, sent), table.get(1).subList(3, 5));
      } while (!column(table, 2).equals(List.of("shm", "shm")));
      assertEquals(List.of("-", "-"), column(table, 6));
      assertEquals(table.get(0).subList(0, 2), List.of(table.get(1).get(1), table.get(1).get(0)));
    }
  }

  @Test
  void statesAreTold() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 2");
      awaitEndpoint(jvm);
      tell(jvm, "half-close 1");
      assertEquals(List.of("open", "open", "half-closed", "half-closed"), column(table(jvm), 5));
      tell(jvm, "close 0");
      assertEquals(List.of("half-closed", "half-closed"), column(table(jvm), 5));
      tell(jvm, "close 0");
      assertEquals(List.of(), table(jvm));
    }
  }

  @Test
  void manyConnectionsAreALineEach() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 100");
      awaitEndpoint(jvm);
      tell(jvm, "echo 5");
      List<List<String>> table = table(jvm);
      assertEquals(200, table.size());
      assertEquals(1100, column(table, 3).stream().mapToInt(Integer::parseInt).sum());
      assertEquals(1100, column(table, 4).stream().mapToInt(Integer::parseInt).sum());
      assertEquals(200, table.stream().map(row -> row.subList(0, 2)).distinct().count());
    }
  }

  @Test
  void jsonIsAnObjectALine() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      List<String> lines = status("--json", jvm.pid()).assertOk().out().lines().toList();
      assertEquals(2, lines.size());
      String form =
          "\\{\"number\":%d,\"since\":\\d{13},\"origin\":\"%s\",\"local\":\"127.0.0.1:\\d+\","
              + "\"remote\":\"127.0.0.1:\\d+\",\"via\":\"tcp\",\"sent\":0,\"received\":0,"
              + "\"state\":\"open\",\"reason\":\"unpaired\"\\}";
      assertTrue(lines.get(0).matches(form.formatted(1, "opened")), lines::toString);
      assertTrue(lines.get(1).matches(form.formatted(2, "accepted")), lines::toString);
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
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
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
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
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
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      String jar = Agent.jar().toString();
      Exit exit = ChildJvm.ofTool("java", "-jar", jar, "status", jvm.pid()).run().assertOk();
      assertEquals(3, exit.out().lines().count(), exit.out());
    }
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
        RunningJvm other = start()) {
      tell(one, "loop 1");
      tell(other, "loop 2");
      awaitEndpoint(one);
      awaitEndpoint(other);
      List<String> lines = status().assertOk().assertQuiet().out().lines().toList();
      assertEquals(3, lines.size());
      assertTrue(lines.get(0).matches(" *PID +CONNECTIONS +COMMAND"), lines::toString);
      for (String row : List.of(one.pid() + " +2", other.pid() + " +4")) {
        String form = " *" + row + " +" + Dialogue.class.getName();
        assertTrue(lines.stream().anyMatch(line -> line.matches(form)), lines::toString);
      }
      List<Long> pids =
          lines.stream().skip(1).map(line -> Long.valueOf(line.strip().split(" ", 2)[0])).toList();
      assertEquals(pids.stream().sorted().toList(), pids);
      List<String> objects = status("--json").assertOk().out().lines().toList();
      String object =
          ("{\"pid\":" + one.pid() + ",\"connections\":2,\"command\":\"")
              + (Dialogue.class.getName() + "\"}");
      assertTrue(objects.contains(object), objects::toString);
    }
  }

  /** Also if this user has not said where the other JVM's rendezvous directory is. */
  @Test
  void theRendezvousDirectoryIsTheOtherJvms() throws Exception {
    try (RunningJvm jvm = DIALOGUE.withAgent("shm_dir=" + meeting.parent()).start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      String jar = Agent.jar().toString();
      Exit exit = ChildJvm.ofTool("java", "-jar", jar, "status", jvm.pid()).run().assertOk();
      assertEquals(3, exit.out().lines().count(), exit.out());
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

  @Test
  void aJvmWithoutSharedMemoryCanBeAskedToo() throws Exception {
    for (ChildJvm off :
        Stream.of(
                DIALOGUE.withAgent("shm=off"),
                DIALOGUE.withAgent().with("-Djfs.shm=off"),
                DIALOGUE.withAgent().withEnvironment("JFS_SHM", "off"))
            .toList()) {
      try (RunningJvm jvm = off.with(meeting.flag()).start()) {
        tell(jvm, "loop 1");
        awaitEndpoint(jvm);
        assertEquals(List.of("switched-off", "switched-off"), column(table(jvm), 6));
      }
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
