package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import jfs.agent.programs.peers.Forwarder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that only look like the other end of a connection, or have no JFS. */
class StrangerAgentTest {

  private static final int CONNECTIONS = 3;
  private static final int MORE_ROUNDS = 5;
  private static final String PORT = "20001";
  private static final String LOCAL_PORT = "20002";
  private static final String OTHER_PORT = "20003";
  private static final String NEW_PROCESSES =
      HostCommands.inNew("-p -f --mount-proc --kill-child", "true");
  private static final String NEW_NETWORK = HostCommands.inNew("-n", "ip link set lo up");

  /** Echoes over so many connections, one by one, and says how many bytes came over each. */
  private static final String PYTHON_SERVER =
      """
      import socket, threading, sys
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      def echo(s):
          total = 0
          while True:
              data = s.recv(65536)
              if not data:
                  break
              total += len(data)
              s.sendall(data)
          s.close()
          totals.append(total)
      totals = []
      threads = []
      for i in range(int(sys.argv[1])):
          threads.append(threading.Thread(target=echo, args=(listener.accept()[0],)))
          threads[-1].start()
      for t in threads:
          t.join()
      print(sum(totals), flush=True)
      """;

  private static final String PYTHON_CLIENT =
      """
      import socket, os, sys
      for i in range(int(sys.argv[2])):
          s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
          for n in range(100):
              data = os.urandom(1 + n * 100)
              s.sendall(data)
              back = b""
              while len(back) < len(data):
                  some = s.recv(65536)
                  assert some
                  back += some
              assert back == data
          s.shutdown(socket.SHUT_WR)
          assert s.recv(1) == b""
      print("exact")
      """;

  @TempDir Path folder;
  private final RendezvousFolder meeting;

  StrangerAgentTest() throws IOException {
    meeting = new RendezvousFolder();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (meeting) {
      assertEquals(List.of(), meeting.files());
    }
  }

  private static Process python(String script, Object... arguments) throws IOException {
    String[] command = new String[3 + arguments.length];
    command[0] = "python3";
    command[1] = "-c";
    command[2] = script;
    for (int i = 0; i < arguments.length; i++) {
      command[3 + i] = arguments[i].toString();
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void aRawServerSeesWhatWasWritten() throws Exception {
    HostCommands.require("python3", "--version");
    Process raw = python(PYTHON_SERVER, 1 + CONNECTIONS);
    try (BufferedReader out = raw.inputReader(StandardCharsets.US_ASCII);
        RunningJvm client =
            eager(ChildJvm.of(EchoClient.class, out.readLine()), "client").start()) {
      for (int connections : new int[] {1, CONNECTIONS}) {
        client.send(Integer.toString(connections));
        client.expect("exact");
      }
      client.waitForExit().assertOk().assertQuiet();
      ParsedSummary summary = ParsedSummary.in(folder.resolve("client"));
      assertEquals(Long.toString(summary.sent()), out.readLine());
      assertEquals(summary.sent(), summary.received());
      assertEquals(0, summary.onShm(), summary::toString);
    } finally {
      raw.destroyForcibly();
    }
  }

  @Test
  void aRawClientSeesWhatWasWritten() throws Exception {
    HostCommands.require("python3", "--version");
    try (EchoPair pair = EchoPair.of(this::here)) {
      pair.talk(CONNECTIONS);
      Process raw = python(PYTHON_CLIENT, pair.port, CONNECTIONS);
      try (BufferedReader out = raw.inputReader(StandardCharsets.US_ASCII)) {
        assertEquals("exact", out.readLine());
      } finally {
        raw.destroyForcibly();
      }
      pair.untilShared(meeting, CONNECTIONS).end();
      assertEquals(CONNECTIONS, pair.serverSummary().onTcp(), pair.serverSummary()::toString);
      assertEquals(CONNECTIONS, pair.serverSummary().onShm(), pair.serverSummary()::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aForwarderIsThePeer(boolean forwarderHasIt) throws Exception {
    try (EchoPair pair = EchoPair.of(this::here)) {
      ChildJvm forwarding = ChildJvm.of(Forwarder.class, pair.port);
      try (RunningJvm forwarder = (forwarderHasIt ? eager(forwarding) : forwarding).start();
          RunningJvm client =
              eager(ChildJvm.of(EchoClient.class, forwarder.readLine()), "client").start()) {
        talk(client, Integer.toString(CONNECTIONS));
        // One that is not forwarded: it finds its peer, as the others would by now.
        talk(client, "1 " + pair.port);
        // Both of the forwarder's ends, and their peers.
        int ends = forwarderHasIt ? 4 * CONNECTIONS : 0;
        SwitchedConnections.await("shm", meeting, 2 + ends, () -> talk(client, "0"));
        for (int i = 0; i < MORE_ROUNDS; i++) {
          talk(client, "0");
        }
        client.waitForExit().assertOk().assertQuiet();
        assertEquals("", forwarder.waitForExit().assertOk().assertQuiet().out());
      }
      pair.talk(0).end();
      long shared = 1L + (forwarderHasIt ? CONNECTIONS : 0);
      assertEquals(shared, pair.serverSummary().onShm(), pair.serverSummary()::toString);
      ParsedSummary summary = ParsedSummary.in(folder.resolve("client"));
      assertEquals(shared, summary.onShm(), summary::toString);
    }
  }

  private static void talk(RunningJvm client, String connections) throws IOException {
    client.send(connections);
    client.expect("exact");
  }

  @Test
  void ofTwoThatListenOnOnePortTheRightOneIsFound() throws Exception {
    try (EchoPair pair = EchoPair.of(this::here);
        RunningJvm other = eager(ChildJvm.of(EchoServer.class, pair.port)).start()) {
      other.expect(pair.port);
      pair.talk(10).untilShared(meeting, 10).talk(10).talk(0);
      other.waitForExit().assertOk().assertQuiet();
      pair.end();
      assertEquals(20, pair.clientSummary().opened());
      assertTrue(pair.clientSummary().onShm() >= 10, pair.clientSummary()::toString);
    }
  }

  /**
   * Two connections with the same addresses and ports, in networks of their own: a server with JFS
   * in one, a client with JFS in the other, their partners with or without. Each of the two has one
   * more connection, to a partner in its own network with JFS, which shows that it pairs.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSameAddressesInAnotherNetworkAreOthers(boolean partnersHaveIt) throws Exception {
    HostCommands.require("unshare", "-n", "ip", "link", "set", "lo", "up");
    UnaryOperator<ChildJvm> partner = partnersHaveIt ? this::eager : jvm -> jvm;
    ChildJvm server = ChildJvm.of(EchoServer.class, PORT);
    ChildJvm client = ChildJvm.of(EchoClient.class, PORT, LOCAL_PORT);
    try (RunningJvm one = eager(server, "server").withShell(NEW_NETWORK).start();
        RunningJvm other = partner.apply(server).withShell(NEW_NETWORK).start()) {
      one.expect(PORT);
      other.expect(PORT);
      String networkOfOne = HostCommands.inThoseOf(one.pid(), "-n");
      String networkOfOther = HostCommands.inThoseOf(other.pid(), "-n");
      try (RunningJvm ofOne = partner.apply(client).withShell(networkOfOne).start();
          RunningJvm ofOther = eager(client, "client").withShell(networkOfOther).start();
          RunningJvm near =
              eager(ChildJvm.of(EchoClient.class, PORT)).withShell(networkOfOne).start();
          RunningJvm nearOther =
              eager(ChildJvm.of(EchoServer.class, OTHER_PORT)).withShell(networkOfOther).start()) {
        nearOther.expect(OTHER_PORT);
        talk(ofOne, ofOther, 1);
        talk(near, "1");
        talk(ofOther, "1 " + OTHER_PORT);
        int ends = 4 + (partnersHaveIt ? 4 : 0);
        SwitchedConnections.await(
            "shm",
            meeting,
            ends,
            () -> {
              talk(ofOne, ofOther, 0);
              talk(near, "0");
            });
        for (int connections : new int[] {2, 0, 0, 0, 0}) {
          talk(ofOne, ofOther, connections);
        }
        ofOne.waitForExit().assertOk().assertQuiet();
        ofOther.waitForExit().assertOk().assertQuiet();
        near.waitForExit().assertOk().assertQuiet();
        nearOther.waitForExit().assertOk().assertQuiet();
      }
      one.waitForExit().assertOk().assertQuiet();
      other.waitForExit().assertOk().assertQuiet();
    }
    for (String name : new String[] {"server", "client"}) {
      ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
      assertEquals(partnersHaveIt, summary.onShm() > 1, summary::toString);
    }
  }

  private static void talk(RunningJvm one, RunningJvm other, int newConnections)
      throws IOException {
    one.send(Integer.toString(newConnections));
    other.send(Integer.toString(newConnections));
    one.expect("exact");
    other.expect("exact");
  }

  /** As in containers of one pod: one network, a shared folder, and the same PID in each. */
  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void thePeerMayHaveProcessesOfItsOwn(String library) throws Exception {
    HostCommands.require("unshare", "-p", "-f", "--mount-proc", "true");
    UnaryOperator<ChildJvm> inContainer =
        jvm ->
            jvm.with(meeting.flag(), "-XX:-UsePerfData") // else they would fight for its file
                .withLibrary(library)
                .withShell(NEW_PROCESSES);
    try (EchoPair pair = EchoPair.of(inContainer)) {
      pair.talk(CONNECTIONS).untilShared(meeting, CONNECTIONS).end();
      assertEquals(CONNECTIONS, pair.serverSummary().onShm(), pair.serverSummary()::toString);
    }
  }

  @Test
  void aJvmOfAnotherUserStaysOnTcp() throws Exception {
    String[] asNobody = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    HostCommands.require(and(asNobody, "test", "-r", Agent.jar().toString()));
    String script = "exec " + String.join(" ", asNobody) + " \"$@\"";
    try (RunningJvm server = eager(ChildJvm.of(EchoServer.class), "server").start();
        RunningJvm client =
            ChildJvm.of(EchoClient.class, server.readLine())
                .with(meeting.flag())
                .withLibrary("any")
                .withAgent("shm=eager")
                .withShell(script)
                .start()) {
      for (int connections : new int[] {CONNECTIONS, 0}) {
        client.send(Integer.toString(connections));
        client.expect("exact");
      }
      client.waitForExit().assertOk().assertSaid(1);
      server.waitForExit().assertOk().assertQuiet();
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve("server"));
    assertEquals(CONNECTIONS, summary.onTcp(), summary::toString);
  }

  private static String[] and(String[] command, String... more) {
    String[] whole = Arrays.copyOf(command, command.length + more.length);
    System.arraycopy(more, 0, whole, command.length, more.length);
    return whole;
  }

  private ChildJvm eager(ChildJvm jvm) {
    return jvm.with(meeting.flag()).withLibrary("any").withAgent("shm=eager");
  }

  private ChildJvm eager(ChildJvm jvm, String name) {
    return jvm.with(meeting.flag())
        .withLibrary("any")
        .withAgent("shm=eager,summary=" + folder.resolve(name));
  }

  /** For pairs of JVMs, which add the agent themselves. */
  private ChildJvm here(ChildJvm jvm) {
    return jvm.with(meeting.flag()).withLibrary("any");
  }
}
