package jfs.agent;

import static jfs.agent.NamedJvms.talk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jfs.agent.programs.peers.NamedClient;
import jfs.agent.programs.peers.SlowDrain;
import jfs.agent.programs.peers.WritesAndCloses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JVMs in network namespaces of their own, which share a rendezvous directory. */
class ContainersAgentTest {

  private static final String PORT = NamedJvms.PORT;
  private static final String OWN_PORT = "20777";

  /** More than it takes until a connection is known to be worth a pair, and is proved. */
  private static final String MANY = "20000";

  private static final List<String> EACH = List.of("client-a", "client-b", "server-a", "server-b");

  /** How often a peer may be killed too late, or too early, for what a test is about. */
  private static final int TRIES = 20;

  private static final long REST_NANOS = 30_000_000;

  private final Path folder;
  private final NamedJvms jvms;

  ContainersAgentTest(@TempDir Path folder) {
    this.folder = folder;
    jvms = new NamedJvms(folder);
  }

  @Test
  void twoThatABridgeJoinsLeaveTcp() throws Exception {
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(hosts.script(2), meeting, "a", "on")) {
      server.expect("listening");
      try (RunningJvm client = jvms.client(hosts.script(1), meeting, "a", "on", "2", "0")) {
        SwitchedConnections.await("shm", meeting, 2, () -> talk(client, MANY));
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      assertEquals(Map.of(), summary("client-a").reasons());
      assertEquals(0, summary("client-a").onTcp(), () -> "on TCP: " + folder);
      assertEquals(0, summary("server-a").onTcp());
    }
  }

  /** Between two packets more time passes than any that is not marked may be dropped for. */
  @Test
  void aProgramThatTalksNowAndThenLeavesTcp() throws Exception {
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(hosts.script(2), meeting, "a", "on,shm=eager")) {
      server.expect("listening");
      try (RunningJvm client =
          jvms.client(hosts.script(1), meeting, "a", "on,shm=eager", "2", "0")) {
        SwitchedConnections.await(
            "shm",
            meeting,
            2,
            () -> {
              talk(client, "1");
              LockSupport.parkNanos(REST_NANOS);
            });
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
    }
  }

  /** Only one of them has asked for it. */
  @Test
  void bothMustHaveAskedForIt() throws Exception {
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(hosts.script(2), meeting, "a", "off")) {
      server.expect("listening");
      try (RunningJvm client = jvms.client(hosts.script(1), meeting, "a", "on", "2", "0")) {
        talk(client, MANY);
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      assertEquals(1, summary("client-a").onTcp());
      assertEquals(1, summary("server-a").onTcp());
    }
  }

  /** The client sees another address than the server has. */
  @Test
  void translatedAddressesStayOnTcp() throws Exception {
    HostCommands.require("unshare", "-n", "iptables", "-t", "nat", "-S");
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(hosts.script(2), meeting, "a", "on")) {
      server.expect("listening");
      hosts.run(
          1,
          "iptables -t nat -A OUTPUT -p tcp -d "
              + BridgedHosts.address(9)
              + " -j DNAT --to-destination "
              + BridgedHosts.address(2));
      hosts.run(
          1, "ip neigh add " + BridgedHosts.address(9) + " dev eth0 lladdr 02:00:00:00:00:09");
      try (RunningJvm client = jvms.client(hosts.script(1), meeting, "a", "on", "9", "0")) {
        talk(client, MANY);
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      assertEquals(1, summary("client-a").onTcp());
      assertEquals(1, summary("server-a").onTcp());
    }
  }

  /**
   * Two pairs of hosts, each with a bridge of its own, use the same addresses and ports at the same
   * time, and say things of the same length.
   */
  @Test
  void equalAddressesAreNotTakenForOneConnection() throws Exception {
    try (BridgedHosts ones = new BridgedHosts(2);
        BridgedHosts others = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(ones.script(2), meeting, "a", "on");
        RunningJvm otherServer = jvms.server(others.script(2), meeting, "b", "on")) {
      server.expect("listening");
      otherServer.expect("listening");
      try (RunningJvm client = jvms.client(ones.script(1), meeting, "a", "on", "2", OWN_PORT);
          RunningJvm otherClient =
              jvms.client(others.script(1), meeting, "b", "on", "2", OWN_PORT)) {
        SwitchedConnections.await(
            "shm",
            meeting,
            4,
            () -> {
              client.send(MANY);
              otherClient.send(MANY);
              client.expect("exact");
              otherClient.expect("exact");
            });
        client.waitForExit().assertOk().assertQuiet();
        otherClient.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      otherServer.waitForExit().assertOk().assertQuiet();
      for (String name : EACH) {
        assertEquals(0, summary(name).onTcp(), name);
      }
    }
  }

  /** One pair of hosts after the other has a connection with the same addresses and ports. */
  @Test
  void addressesThatAreUsedAgainAreNotTakenForTheFormerConnection() throws Exception {
    try (BridgedHosts ones = new BridgedHosts(2);
        BridgedHosts others = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(ones.script(2), meeting, "a", "on");
        RunningJvm otherServer = jvms.server(others.script(2), meeting, "b", "on")) {
      server.expect("listening");
      otherServer.expect("listening");
      for (BridgedHosts hosts : List.of(ones, others)) {
        // A connection that has ended is forgotten at once.
        hosts.run(1, "echo 0 >/proc/sys/net/ipv4/tcp_max_tw_buckets");
      }
      for (int i = 0; i < 3; i++) {
        talkOnce(ones, meeting, "a");
        talkOnce(others, meeting, "b");
      }
      server.waitForExit().assertOk().assertQuiet();
      otherServer.waitForExit().assertOk().assertQuiet();
      assertEquals(0, summary("server-a").onTcp());
      assertEquals(0, summary("server-b").onTcp());
    }
  }

  private void talkOnce(BridgedHosts hosts, RendezvousFolder meeting, String name)
      throws Exception {
    try (RunningJvm client = jvms.client(hosts.script(1), meeting, name, "on", "2", OWN_PORT)) {
      SwitchedConnections.await("shm", meeting, 2, () -> talk(client, MANY));
      client.waitForExit().assertOk().assertQuiet();
    }
    assertEquals(0, summary("client-" + name).onTcp());
    Files.delete(folder.resolve("client-" + name)); // the next one would add a line
  }

  @Test
  void aJvmOfAnotherUserStaysOnTcp() throws Exception {
    String[] asNobody = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    HostCommands.require(
        Stream.concat(Stream.of(asNobody), Stream.of("test", "-r", Agent.jar().toString()))
            .toArray(String[]::new));
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(hosts.script(2), meeting, "a", "on")) {
      server.expect("listening");
      // As a volume is that all containers share.
      Files.setPosixFilePermissions(meeting.parent(), PosixFilePermissions.fromString("rwxrwxrwx"));
      String host = hosts.script(1).replace(" -- ", " -- " + String.join(" ", asNobody) + " ");
      try (RunningJvm client =
          ChildJvm.of(NamedClient.class, "a", BridgedHosts.address(2), PORT, 0)
              .withTime(NamedJvms.MORE_SECONDS)
              .with(meeting.flag())
              .withLibrary("required")
              .withAgent("containers=on,shm=eager")
              .withShell(host)
              .start()) {
        talk(client, MANY);
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      assertEquals(1, summary("server-a").onTcp());
    }
  }

  /**
   * Bytes go through a process that has the server's address where the client is, and the client's
   * address and port where the server is.
   */
  @Test
  void aRelayThatKeepsTheAddressesIsNotPassedBy() throws Exception {
    HostCommands.require("socat", "-V");
    try (BridgedHosts front = new BridgedHosts(2);
        BridgedHosts back = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(back.script(2), meeting, "a", "on")) {
      server.expect("listening");
      Path between = folder.resolve("between");
      back.start(
          1,
          "socat",
          "UNIX-LISTEN:" + between,
          "TCP:"
              + BridgedHosts.address(2)
              + ":"
              + PORT
              + ",nodelay,bind="
              + BridgedHosts.address(1)
              + ":"
              + OWN_PORT);
      while (!Files.exists(between)) {
        Thread.onSpinWait();
      }
      front.start(2, "socat", "TCP-LISTEN:" + PORT + ",nodelay", "UNIX-CONNECT:" + between);
      front.run(2, "until ss -Hltn | grep -q :" + PORT + "; do sleep 0.01; done");
      try (RunningJvm client = jvms.client(front.script(1), meeting, "a", "on", "2", OWN_PORT)) {
        talk(client, MANY);
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      assertEquals(1, summary("client-a").onTcp());
      assertEquals(1, summary("server-a").onTcp());
    }
  }

  /** The program closes its socket while the kernel drops packets for it. */
  @Test
  void whatIsWrittenBeforeACloseArrives() throws Exception {
    int connections = 40;
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvms.jvm(SlowDrain.class, meeting, "server-a", "on", PORT)
                .withShell(hosts.script(2))
                .start()) {
      server.expect("listening");
      try (RunningJvm client =
          jvms.jvm(
                  WritesAndCloses.class,
                  meeting,
                  "client-a",
                  "on",
                  BridgedHosts.address(2),
                  PORT,
                  connections)
              .withShell(hosts.script(1))
              .start()) {
        client.expect("closed");
        for (int i = 0; i < connections; i++) {
          server.expect("all");
        }
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
    }
  }

  /** Each namespace has a loopback, with the same addresses. */
  @Test
  void loopbacksAreNotMixedUp() throws Exception {
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvms.server(hosts.script(1), meeting, "a", "on");
        RunningJvm otherServer = jvms.server(hosts.script(2), meeting, "b", "on")) {
      server.expect("listening");
      otherServer.expect("listening");
      try (RunningJvm client = jvms.loopbackClient(hosts.script(1), meeting, "a", OWN_PORT);
          RunningJvm otherClient = jvms.loopbackClient(hosts.script(2), meeting, "b", OWN_PORT)) {
        SwitchedConnections.await(
            "shm",
            meeting,
            4,
            () -> {
              talk(client, MANY);
              talk(otherClient, MANY);
            });
        client.waitForExit().assertOk().assertQuiet();
        otherClient.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      otherServer.waitForExit().assertOk().assertQuiet();
      for (String name : EACH) {
        assertEquals(0, summary(name).onTcp(), name);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "before a proof, server",
    "in a proof, server",
    "in a proof, client",
    "switched, server",
    "switched, client"
  })
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void aPeerThatIsKilledIsNoticed(String when, String killed) throws Exception {
    boolean reached = false;
    for (int i = 0; i < TRIES && !reached; i++) {
      ProofLog log = new ProofLog(Files.createTempDirectory(folder, "log"));
      String mode = when.equals("before a proof") ? "on" : "on,shm=eager";
      try (BridgedHosts hosts = new BridgedHosts(2);
          RendezvousFolder meeting = new RendezvousFolder();
          RunningJvm server = jvms.server(hosts.script(2), meeting, "a", mode + log.options())) {
        server.expect("listening");
        try (RunningJvm client =
            jvms.client(hosts.script(1), meeting, "a", mode + log.options(), "2", "0")) {
          talk(client, "1");
          switch (when) {
            case "in a proof" -> log.seekProof(() -> talk(client, "1"));
            case "switched" ->
                SwitchedConnections.await("shm", meeting, 2, () -> talk(client, "1"));
            default -> {}
          }
          if (killed.equals("client")) {
            client.kill();
            server.expect("ended");
            server.waitForExit().assertOk().assertQuiet();
          } else {
            NamedJvms.killServer(server, client, !when.equals("in a proof"));
          }
        }
      }
      reached = log.isProofOpen() == when.equals("in a proof");
    }
    assertTrue(reached, when);
  }

  private ParsedSummary summary(String file) throws Exception {
    return ParsedSummary.in(folder.resolve(file));
  }
}
