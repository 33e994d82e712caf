package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.peers.EstablishingPeer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two JVMs with JFS, or without, work together however they connect. */
class EstablishingAgentTest {

  private static final String[] FIRST = {"client", "server", "silent"};
  private static final String[] ACCEPTING = {"at-once", "late", "closed", "full"};

  /** Why a connection stays on TCP if its other end has no JFS. */
  private static final Set<String> ALONE =
      Set.of("no-peer", "unpaired", "half-closed", "urgent-data", "closed-early");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "plain, eager",
    "eager, plain",
    "eager, eager",
    "on, eager",
  })
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void everyWayOfEstablishing(String serverMode, String clientMode) throws Exception {
    boolean both = !serverMode.equals("plain") && !clientMode.equals("plain");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(serverMode, meeting, "server").start();
        RunningJvm client = jvm(clientMode, meeting, "client").start()) {
      for (String first : FIRST) {
        for (String accepting : ACCEPTING) {
          server.send("listen " + first + " " + accepting);
          client.send("connect " + first + " " + server.readLine());
          client.expect("connected");
          if (accepting.equals("late") || accepting.equals("full")) {
            server.send("accept");
          }
          server.expect("done");
          client.expect("done");
        }
      }
      if (both) {
        // All of the above may be over before two JVMs that have just begun, on a busy machine,
        // have
        // found each other.
        server.send("keep");
        client.send("keep " + server.readLine());
        SwitchedConnections.await(Medium.via(), meeting, 2, () -> round(client));
      }
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
    check(serverMode, "server", both);
    check(clientMode, "client", both);
  }

  private static void round(RunningJvm client) throws IOException {
    client.send("round");
    client.expect("done");
  }

  private ChildJvm jvm(String mode, RendezvousFolder meeting, String name) {
    ChildJvm jvm = ChildJvm.of(EstablishingPeer.class).withTime(60);
    return mode.equals("plain")
        ? jvm
        : jvm.with(meeting.flag())
            .withLibrary("any")
            .withAgent(Medium.options(mode) + ",summary=" + folder.resolve(name));
  }

  private void check(String mode, String name, boolean both) throws Exception {
    if (mode.equals("plain")) {
      return;
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
    assertEquals(both ? 37 : 36, summary.opened() + summary.accepted(), summary::toString);
    if (both) {
      assertTrue(Medium.carried(summary) > 0, summary::toString);
    } else {
      assertEquals(0, Medium.carried(summary), summary::toString);
      assertTrue(ALONE.containsAll(summary.reasons().keySet()), summary::toString);
    }
  }
}
