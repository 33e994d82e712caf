package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.Preferences;
import jfs.agent.programs.peers.Preferring;
import jfs.core.stats.ConnectionReport;
import jfs.shm.control.StatusClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect of {@code setPerformancePreferences}. */
class PreferenceAgentTest {

  private static final String NONE = "0 0 0";
  private static final String CONNECTION_TIME = "1 0 0";
  private static final String LATENCY = "0 1 0";
  private static final String BANDWIDTH = "0 0 1";

  private static final String SOCKET = "socket";
  private static final String CHANNEL = "channel";

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(15);

  /** Many times what a connection without preference needs to be shared. */
  private static final int ROUNDS = 100;

  /** Checks what the JVM otherwise takes for granted of the JDK's classes. */
  private static final String[] VERIFYING = {
    "-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"
  };

  @TempDir Path folder;
  private final RendezvousFolder meeting;

  PreferenceAgentTest() throws IOException {
    meeting = new RendezvousFolder();
    assumeTrue(Agent.isOverPlatformCarrier(), "others are not looked for over the channel carrier");
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (meeting) {
      assertEquals(List.of(), meeting.files());
    }
  }

  private RunningJvm start(String name, String preferences, String... port) throws IOException {
    return startOf(SOCKET, name, preferences, port);
  }

  private RunningJvm startOf(String kind, String name, String preferences, String... port)
      throws IOException {
    return program(kind, preferences, port)
        .with(meeting.flag())
        .with(VERIFYING)
        .withLibrary("any")
        .withAgent("channels=on,summary=" + folder.resolve(name))
        .start();
  }

  private static ChildJvm plain(String preferences, String... port) {
    return program(SOCKET, preferences, port);
  }

  private static ChildJvm program(String kind, String preferences, String... port) {
    String arguments = preferences + " " + kind + port(port);
    return ChildJvm.of(Preferring.class, (Object[]) arguments.split(" ", -1));
  }

  private static String port(String... port) {
    return port.length == 0 ? "" : " " + port[0];
  }

  private static void echo(RunningJvm client) throws IOException {
    client.send("");
    client.expect("echoed");
  }

  private static void end(RunningJvm client, RunningJvm server) throws Exception {
    assertEquals("", client.waitForExit().assertOk().assertQuiet().out());
    assertEquals("", server.waitForExit().assertOk().assertQuiet().out());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsToBeThereSoonStaysOnTcp(boolean atServer) throws Exception {
    try (RunningJvm server = start("server", atServer ? CONNECTION_TIME : NONE);
        RunningJvm client = start("client", atServer ? NONE : CONNECTION_TIME, server.readLine())) {
      client.expect("connected");
      for (int i = 0; i < ROUNDS; i++) {
        echo(client);
      }
      end(client, server);
    }
    Map<String, Long> preferring = reasons(atServer ? "server" : "client");
    assertEquals(Map.of("preferred-tcp", 1L), preferring);
    // The other end may have looked for it.
    Set<String> other = reasons(atServer ? "client" : "server").keySet();
    assertTrue(Set.of("unpaired", "no-peer").containsAll(other), other::toString);
  }

  private Map<String, Long> reasons(String name) throws Exception {
    ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
    assertEquals(0, summary.onShm(), summary::toString);
    return summary.reasons();
  }

  @ParameterizedTest
  @ValueSource(strings = {LATENCY, BANDWIDTH})
  void theOthersAreShared(String preference) throws Exception {
    try (RunningJvm server = start("server", NONE);
        RunningJvm client = start("client", preference, server.readLine())) {
      client.expect("connected");
      SwitchedConnections.await("shm", meeting, 2, () -> echo(client));
      end(client, server);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {LATENCY, BANDWIDTH})
  void whatAListenerPrefersHoldsForWhatItAccepts(String preference) throws Exception {
    try (RunningJvm server = start("server", preference);
        RunningJvm client = start("client", NONE, server.readLine())) {
      client.expect("connected");
      SwitchedConnections.await("shm", meeting, 2, () -> echo(client));
      end(client, server);
    }
  }

  /** The first connection of a JVM's channels is otherwise shared much later. */
  @ParameterizedTest
  @ValueSource(strings = {LATENCY, BANDWIDTH})
  void channelIsShared(String preference) throws Exception {
    try (RunningJvm server = start("server", NONE);
        RunningJvm client = startOf(CHANNEL, "client", preference, server.readLine())) {
      client.expect("connected");
      SwitchedConnections.await("shm", meeting, 2, () -> echo(client));
      end(client, server);
    }
    try (RunningJvm server = startOf(CHANNEL, "server", preference);
        RunningJvm client = start("client", NONE, server.readLine())) {
      client.expect("connected");
      SwitchedConnections.await("shm", meeting, 2, () -> echo(client));
      end(client, server);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void channelThatIsToBeThereSoonStaysOnTcp(boolean atServer) throws Exception {
    try (RunningJvm server = startOf(CHANNEL, "server", atServer ? CONNECTION_TIME : NONE);
        RunningJvm client =
            startOf(CHANNEL, "client", atServer ? NONE : CONNECTION_TIME, server.readLine())) {
      client.expect("connected");
      echo(client);
      end(client, server);
    }
    assertEquals(Map.of("preferred-tcp", 1L), reasons(atServer ? "server" : "client"));
  }

  /** The search for the other end begins before a byte has passed, and is in vain here. */
  @ParameterizedTest
  @ValueSource(strings = {LATENCY, BANDWIDTH})
  void theOtherEndIsLookedForAtOnce(String preference) throws Exception {
    try (RunningJvm server = plain(NONE).start();
        RunningJvm client = start("client", preference, server.readLine())) {
      client.expect("connected");
      awaitReason("no-peer");
      end(client, server);
    }
    try (RunningJvm server = start("server", preference);
        RunningJvm client = plain(NONE, server.readLine()).start()) {
      client.expect("connected");
      awaitReason("no-peer");
      end(client, server);
    }
  }

  @Test
  void withoutPreferenceItIsNot() throws Exception {
    try (RunningJvm server = plain("1 1 0").start();
        RunningJvm client = start("client", "2 1 2", server.readLine())) {
      client.expect("connected");
      echo(client);
      awaitReason("unpaired");
      end(client, server);
    }
    assertEquals(Map.of("unpaired", 1L), reasons("client"));
  }

  /** Waits until the one connection that there is says why it is on TCP, with no byte passing. */
  private void awaitReason(String reason) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    List<String> now = reasons();
    while (!now.equals(List.of(reason))) {
      assertTrue(System.nanoTime() < deadline, now::toString);
      LockSupport.parkNanos(1_000_000);
      now = reasons();
    }
  }

  private List<String> reasons() throws IOException {
    for (String name : StatusClient.present(meeting.path())) {
      try (StatusClient client = StatusClient.of(meeting.path(), name)) {
        if (client != null) {
          return client.connections().stream().map(ConnectionReport::reason).toList();
        }
      }
    }
    return List.of();
  }

  @Test
  void nothingElseShowsOfThem() throws Exception {
    Exit without = ChildJvm.of(Preferences.class).run().assertOk().assertQuiet();
    ChildJvm with = ChildJvm.of(Preferences.class).with(meeting.flag()).with(VERIFYING);
    assertEquals(without, with.withLibrary("any").withAgent("shm=off").run());
  }
}
