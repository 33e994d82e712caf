package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jfs.agent.programs.Redirected;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Something between the two ends that neither knows of: shared memory would pass it by. */
class DetourAgentTest {

  private static final int CONNECTIONS = 3;
  private static final int MORE_ROUNDS = 5;
  private static final String PORT = "20001";
  private static final String DETOUR = "20003";

  /**
   * Why an end stays on TCP: it looks for its peer, in vain for a second, or not for so long; or
   * the kernel has rewritten the connection, or may have.
   */
  private static final Set<String> NOT_FOUND =
      Set.of("no-peer", "unpaired", "other-socket", "not-free");

  @TempDir Path folder;

  @Test
  void aPortForwarderIsNotPassedBy() throws Exception {
    HostCommands.require("socat", "-V");
    String network = HostCommands.inNew("-n", "ip link set lo up");
    HostCommands.require("unshare", "-n", "ip", "link", "set", "lo", "up");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(EchoServer.class, meeting, "server", PORT).withShell(network).start()) {
      server.expect(PORT);
      Process socat =
          new ProcessBuilder(
                  "nsenter",
                  "-t",
                  server.pid(),
                  "-n",
                  "socat",
                  "-d",
                  "-d",
                  "TCP-LISTEN:" + DETOUR + ",fork",
                  "TCP:127.0.0.1:" + PORT)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (BufferedReader log = socat.errorReader(StandardCharsets.US_ASCII)) {
        String first = log.readLine();
        assertTrue(first != null && first.contains("listening on"), first);
        talkThroughTheDetour(meeting, server, 1);
      } finally {
        socat.descendants().forEach(ProcessHandle::destroyForcibly);
        socat.destroyForcibly();
      }
    }
  }

  /**
   * The listener at the port to which the client believes to talk has JFS, too. As long as a
   * listener has connections that were redirected, all of its connections stay on TCP.
   */
  @Test
  void aDestinationThatTheKernelRewritesIsNotTakenAtItsWord() throws Exception {
    String rule =
        "iptables -t nat -A OUTPUT -p tcp --dport "
            + DETOUR
            + " -j DNAT --to-destination 127.0.0.1:"
            + PORT;
    HostCommands.require("unshare", "-n", "sh", "-c", rule);
    String network = HostCommands.inNew("-n", "ip link set lo up && " + rule);
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            jvm(EchoServer.class, meeting, "server", PORT).withShell(network).start();
        RunningJvm believed =
            jvm(EchoServer.class, meeting, "believed", DETOUR)
                .withShell(HostCommands.inThoseOf(server.pid(), "-n"))
                .start()) {
      server.expect(PORT);
      believed.expect(DETOUR);
      talkThroughTheDetour(meeting, server, 0);
      believed.waitForExit().assertOk().assertQuiet();
      ParsedSummary.in(folder.resolve("believed")).assertConnections(0, 0);
    }
  }

  /** The addresses of two ends may mirror each other that are of two connections. */
  @ParameterizedTest
  @CsvSource({"any, false", "off, false", "any, true"})
  void aRedirectedConnectionIsNotTakenForAnotherOne(String library, boolean inZone)
      throws Exception {
    String rule =
        "iptables -t nat -A OUTPUT -p tcp --dport " + DETOUR + " -j REDIRECT --to-ports " + PORT;
    if (inZone) {
      for (String chain : List.of("OUTPUT", "PREROUTING")) {
        rule += " && iptables -t raw -A " + chain + " -j CT --zone 1";
      }
    }
    ParsedSummary summary = summaryOfTwo(rule, library, DETOUR);
    boolean said = library.equals("any") && !inZone;
    assertTrue(!said || summary.reasons().containsKey("other-socket"), summary::toString);
  }

  /** The same where the kernel has rewritten not where a connection goes, but where it is from. */
  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void aConnectionFromARewrittenPortIsNotTakenForAnotherOne(String library) throws Exception {
    String rule =
        "iptables -t nat -A POSTROUTING -p tcp --dport "
            + PORT
            + " -j SNAT --to-source 127.0.0.1:20011-20030";
    summaryOfTwo(rule, library, PORT);
  }

  /** Runs {@link Redirected} where there is such a rule; no connection leaves TCP. */
  private ParsedSummary summaryOfTwo(String rule, String library, String asked) throws Exception {
    HostCommands.require("unshare", "-n", "sh", "-c", rule);
    try (RendezvousFolder meeting = new RendezvousFolder()) {
      Exit exit =
          ChildJvm.of(Redirected.class, asked, PORT, 20_000)
              .with(meeting.flag())
              .withLibrary(library)
              .withAgent("shm=eager,summary=" + folder.resolve("both"))
              .withShell(HostCommands.inNew("-n", "ip link set lo up && " + rule))
              .run()
              .assertOk()
              .assertQuiet();
      assertEquals("mirror: true\nexact\n", exit.out());
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve("both"));
    assertEquals(0, summary.onShm(), summary::toString);
    assertTrue(NOT_FOUND.containsAll(summary.reasons().keySet()), summary::toString);
    return summary;
  }

  /** Then past it, by one connection, which leaves TCP or does not: so many do. */
  private void talkThroughTheDetour(RendezvousFolder meeting, RunningJvm server, int leave)
      throws Exception {
    try (RunningJvm client =
        jvm(EchoClient.class, meeting, "client", DETOUR)
            .withShell(HostCommands.inThoseOf(server.pid(), "-n"))
            .start()) {
      talk(client, Integer.toString(CONNECTIONS));
      // One of the same two JVMs, which finds its peer, as the others would by now.
      talk(client, "1 " + PORT);
      SwitchedConnections.await("shm", meeting, 2 * leave, () -> talk(client, "0"));
      for (int i = 0; i < MORE_ROUNDS; i++) {
        talk(client, "0");
      }
      client.waitForExit().assertOk().assertQuiet();
    }
    server.waitForExit().assertOk().assertQuiet();
    for (String name : new String[] {"server", "client"}) {
      ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
      assertEquals(CONNECTIONS + 1 - leave, summary.onTcp(), summary::toString);
      assertEquals(leave, summary.onShm(), summary::toString);
      assertTrue(NOT_FOUND.containsAll(summary.reasons().keySet()), summary::toString);
    }
  }

  private static void talk(RunningJvm client, String connections) throws IOException {
    client.send(connections);
    client.expect("exact");
  }

  private ChildJvm jvm(Class<?> main, RendezvousFolder meeting, String name, Object... arguments)
      throws IOException {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withLibrary("any")
        .withAgent("shm=eager,summary=" + folder.resolve(name));
  }
}
