package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jfs.agent.programs.peers.NamedClient;
import jfs.agent.programs.peers.NamedServer;
import jfs.agent.programs.peers.SlowDrain;
import jfs.agent.programs.peers.WritesAndCloses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs in network namespaces of their own, which share a rendezvous directory. */
class ContainersAgentTest {

  private static final String PORT = "20001";
  private static final String OWN_PORT = "20777";

  /** More than it takes until a connection is known to be worth a pair, and is proved. */
  private static final String MANY = "20000";

  private static final int STEP = 60;
  private static final long REST_NANOS = 30_000_000;
  private static final int MORE_SECONDS = 30;

  @TempDir Path folder;

  @Test
  void twoThatABridgeJoinsLeaveTcp() throws Exception {
    try (BridgedHosts hosts = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = server(hosts.script(2), meeting, "a", "on")) {
      server.expect("listening");
      try (RunningJvm client = client(hosts.script(1), meeting, "a", "on", "2", "0")) {
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
        RunningJvm server = server(hosts.script(2), meeting, "a", "on,shm=eager")) {
      server.expect("listening");
      try (RunningJvm client = client(hosts.script(1), meeting, "a", "on,shm=eager", "2", "0")) {
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
        RunningJvm server = server(hosts.script(2), meeting, "a", "off")) {
      server.expect("listening");
      try (RunningJvm client = client(hosts.script(1), meeting, "a", "on", "2", "0")) {
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
        RunningJvm server = server(hosts.script(2), meeting, "a", "on")) {
      server.expect("listening");
      hosts.run(
          1,
          "iptables -t nat -A OUTPUT -p tcp -d "
              + BridgedHosts.address(9)
              + " -j DNAT --to-destination "
              + BridgedHosts.address(2));
      hosts.run(
          1, "ip neigh add " + BridgedHosts.address(9) + " dev eth0 lladdr 02:00:00:00:00:09");
      try (RunningJvm client = client(hosts.script(1), meeting, "a", "on", "9", "0")) {
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
        RunningJvm server = server(ones.script(2), meeting, "a", "on");
        RunningJvm otherServer = server(others.script(2), meeting, "b", "on")) {
      server.expect("listening");
      otherServer.expect("listening");
      try (RunningJvm client = client(ones.script(1), meeting, "a", "on", "2", OWN_PORT);
          RunningJvm otherClient = client(others.script(1), meeting, "b", "on", "2", OWN_PORT)) {
        for (int i = 0; i < 10; i++) {
          client.send(MANY);
          otherClient.send(MANY);
          client.expect("exact");
          otherClient.expect("exact");
        }
        client.waitForExit().assertOk().assertQuiet();
        otherClient.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      otherServer.waitForExit().assertOk().assertQuiet();
      assertEquals(summary("client-a").onTcp(), summary("server-a").onTcp());
      assertEquals(summary("client-b").onTcp(), summary("server-b").onTcp());
    }
  }

  /** One pair of hosts after the other has a connection with the same addresses and ports. */
  @Test
  void addressesThatAreUsedAgainAreNotTakenForTheFormerConnection() throws Exception {
    try (BridgedHosts ones = new BridgedHosts(2);
        BridgedHosts others = new BridgedHosts(2);
        RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = server(ones.script(2), meeting, "a", "on");
        RunningJvm otherServer = server(others.script(2), meeting, "b", "on")) {
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
    try (RunningJvm client = client(hosts.script(1), meeting, name, "on", "2", OWN_PORT)) {
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
        RunningJvm server = server(hosts.script(2), meeting, "a", "on")) {
      server.expect("listening");
      // As a volume is that all containers share.
      Files.setPosixFilePermissions(meeting.parent(), PosixFilePermissions.fromString("rwxrwxrwx"));
      String host = hosts.script(1).replace(" -- ", " -- " + String.join(" ", asNobody) + " ");
      try (RunningJvm client =
          ChildJvm.of(NamedClient.class, "a", BridgedHosts.address(2), PORT, 0)
              .withTime(MORE_SECONDS)
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
        RunningJvm server = server(back.script(2), meeting, "a", "on")) {
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
      try (RunningJvm client = client(front.script(1), meeting, "a", "on", "2", OWN_PORT)) {
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
            jvm(SlowDrain.class, meeting, "server-a", "on", PORT)
                .withShell(hosts.script(2))
                .start()) {
      server.expect("listening");
      try (RunningJvm client =
          jvm(
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
        RunningJvm server = server(hosts.script(1), meeting, "a", "on");
        RunningJvm otherServer = server(hosts.script(2), meeting, "b", "on")) {
      server.expect("listening");
      otherServer.expect("listening");
      try (RunningJvm client =
              jvm(NamedClient.class, meeting, "client-a", "on", "a", "127.0.0.1", PORT, OWN_PORT)
                  .withShell(hosts.script(1))
                  .start();
          RunningJvm otherClient =
              jvm(NamedClient.class, meeting, "client-b", "on", "b", "127.0.0.1", PORT, OWN_PORT)
                  .withShell(hosts.script(2))
                  .start()) {
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
      for (String name : new String[] {"client-a", "client-b", "server-a", "server-b"}) {
        assertEquals(0, summary(name).onTcp(), name);
      }
    }
  }

  /** The server is killed before, while and after the connection is proved and switched. */
  @Test
  void aPeerThatIsKilledIsNoticed() throws Exception {
    for (int i = 0; i < 5; i++) {
      try (BridgedHosts hosts = new BridgedHosts(2);
          RendezvousFolder meeting = new RendezvousFolder();
          RunningJvm server = server(hosts.script(2), meeting, "a", "on")) {
        server.expect("listening");
        try (RunningJvm client = client(hosts.script(1), meeting, "a", "on", "2", "0")) {
          talk(client, Integer.toString(1 + STEP * i));
          client.send("100000000");
          server.kill();
          String err = client.waitForExit().err();
          assertTrue(err.contains("Connection reset") || err.contains("EOFException"), err);
        }
      }
    }
  }

  private static void talk(RunningJvm client, String roundTrips) throws IOException {
    client.send(roundTrips);
    client.expect("exact");
  }

  private RunningJvm server(String host, RendezvousFolder meeting, String name, String containers)
      throws IOException {
    return jvm(NamedServer.class, meeting, "server-" + name, containers, name, PORT)
        .withShell(host)
        .start();
  }

  private RunningJvm client(
      String host, RendezvousFolder meeting, String name, String containers, String to, String own)
      throws IOException {
    String address = BridgedHosts.address(Integer.parseInt(to));
    return jvm(NamedClient.class, meeting, "client-" + name, containers, name, address, PORT, own)
        .withShell(host)
        .start();
  }

  private ChildJvm jvm(
      Class<?> main, RendezvousFolder meeting, String file, String containers, Object... arguments)
      throws IOException {
    return ChildJvm.of(main, arguments)
        .withTime(MORE_SECONDS)
        .with(meeting.flag())
        .withLibrary("required")
        .withAgent("containers=" + containers + ",summary=" + folder.resolve(file));
  }

  private ParsedSummary summary(String file) throws Exception {
    return ParsedSummary.in(folder.resolve(file));
  }
}
