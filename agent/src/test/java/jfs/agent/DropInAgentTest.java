package jfs.agent;

import static jfs.agent.Differential.assertSame;
import static jfs.agent.Differential.assertSameWithAndWithoutAgent;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.agent.programs.Factories;
import jfs.agent.programs.FlightRecorder;
import jfs.agent.programs.HttpClients;
import jfs.agent.programs.RecordedTransfers;
import jfs.agent.programs.RmiCalls;
import jfs.agent.programs.Subclasses;
import jfs.agent.programs.Threads;
import jfs.agent.programs.Tls;
import jfs.agent.programs.Transfers;
import jfs.agent.programs.Words;
import jfs.agent.programs.peers.TlsEcho;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs, with and without the agent. */
class DropInAgentTest {

  private static final String TIMEOUT =
      "timeout: threw java.net.SocketTimeoutException: Read timed out";

  @TempDir Path folder;

  @Test
  void wordsOfSockets() throws Exception {
    assertSameWithAndWithoutAgent(ChildJvm.of(Words.class)).assertOk();
  }

  @Test
  void wordsOfSocketsWithAssertionsInTheJdk() throws Exception {
    assertSameWithAndWithoutAgent(ChildJvm.of(Words.class).with("-esa", "-ea")).assertOk();
  }

  @ParameterizedTest
  @ValueSource(strings = {"client", "server", "client server", "server client", ""})
  void factoriesOfTheApplication(String which) throws Exception {
    String[] factories = which.isEmpty() ? new String[0] : which.split(" ", -1);
    Exit exit =
        assertSameWithAndWithoutAgent(ChildJvm.of(Factories.class, (Object[]) factories))
            .assertOk();
    if (factories.length > 0) {
      assertTrue(exit.out().contains("once: done"), exit.out());
      assertTrue(exit.out().contains("factory already defined"), exit.out());
      assertTrue(exit.out().contains("factory asked"), exit.out());
    }
  }

  @Test
  void ownServerSocketsAndSockets() throws Exception {
    Exit exit =
        assertSameWithAndWithoutAgent(ChildJvm.of(Subclasses.class).with("-esa")).assertOk();
    assertTrue(exit.out().contains("timed: OwnSocket 1234 true"), exit.out());
    assertTrue(exit.out().contains("cannot accept"), exit.out());
  }

  @Test
  void tls() throws Exception {
    Exit exit = assertSameWithAndWithoutAgent(ChildJvm.of(Tls.class, keys(), "secret")).assertOk();
    assertTrue(exit.out().contains("layered: 50000 TLSv1.3 true"), exit.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "layered"})
  void tlsOverSharedMemory(String how) throws Exception {
    Path keys = keys();
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = eager(meeting, ChildJvm.of(TlsEcho.class, keys, "secret")).start()) {
      String port = server.readLine();
      ChildJvm jvm = ChildJvm.of(TlsEcho.class, keys, "secret", port, how);
      try (RunningJvm client = eager(meeting, jvm).start()) {
        SwitchedConnections.await("shm", meeting, 2, () -> say(client, "1", "exact"));
        TcpBytes.awaitNone(port, 100L * TlsEcho.PIECE, () -> say(client, "100", "exact"));
        assertEquals("TLSv1.3 -1\n", client.waitForExit().assertOk().assertQuiet().out());
        assertEquals("end\n", server.waitForExit().assertOk().assertQuiet().out());
      }
    }
  }

  private Path keys() throws Exception {
    Path keys = folder.resolve("keys");
    ChildJvm keytool =
        ChildJvm.ofTool(
            "keytool",
            ("-genkeypair -alias a -keyalg EC -dname CN=localhost -storepass secret"
                    + (" -ext san=dns:localhost -storetype PKCS12 -keystore " + keys))
                .split(" ", -1));
    keytool.run().assertOk();
    return keys;
  }

  private static void say(RunningJvm jvm, String line, String answer) throws IOException {
    jvm.send(line);
    jvm.expect(answer);
  }

  private static ChildJvm eager(RendezvousFolder meeting, ChildJvm jvm) {
    return jvm.with(meeting.flag()).withAgent("shm=eager");
  }

  @Test
  void http() throws Exception {
    Exit exit = assertSameWithAndWithoutAgent(ChildJvm.of(HttpClients.class)).assertOk();
    assertTrue(exit.out().contains("client: from sockets!"), exit.out());
  }

  @Test
  void rmi() throws Exception {
    Exit exit = assertSameWithAndWithoutAgent(ChildJvm.of(RmiCalls.class)).assertOk();
    assertTrue(exit.out().contains("[1, 2, 3]"), exit.out());
  }

  @Test
  void flightRecorderSeesTheSame() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "the recorder sees a channel beneath too");
    Exit exit = assertSameWithAndWithoutAgent(ChildJvm.of(FlightRecorder.class)).assertOk();
    assertTrue(exit.out().contains("jdk.SocketRead 7 "), exit.out());
  }

  @Test
  void flightRecorderFromTheStart() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "the recorder sees a channel beneath too");
    ChildJvm jvm =
        ChildJvm.of(FlightRecorder.class).with("-Xlog:disable", "-XX:StartFlightRecording");
    assertSame(jvm, jvm.withAgent()).assertOk();
  }

  @Test
  void flightRecorderSeesTheSameOverSharedMemory() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "the recorder sees a channel beneath too");
    ChildJvm jvm = ChildJvm.of(RecordedTransfers.class);
    String expected;
    try (RunningJvm without = jvm.start()) {
      without.readLine();
      say(without, "record", TIMEOUT);
      without.expect("done");
      expected = without.waitForExit().assertOk().assertQuiet().out();
    }
    assertTrue(expected.contains("jdk.SocketRead 1000 "), expected);
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm with = eager(meeting, jvm).start()) {
      String port = with.readLine();
      SwitchedConnections.await("shm", meeting, 2, () -> say(with, "talk", "done"));
      say(with, "talk", "done");
      TcpBytes before = TcpBytes.of(port);
      with.send("record");
      with.expect(TIMEOUT);
      with.expect("done");
      TcpBytes.of(port)
          .since(before)
          .assertHardlyAnyOf(RecordedTransfers.RECORDED_BYTES, RecordedTransfers.RECORDED_BYTES);
      assertEquals(expected, with.waitForExit().assertOk().assertQuiet().out());
    }
  }

  @Test
  void threads() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "channels need a cleaner of their own");
    Exit without = ChildJvm.of(Threads.class).run().assertOk();
    Exit with = ChildJvm.of(Threads.class).withAgent().run().assertOk();
    List<String> added = new ArrayList<>(with.out().lines().toList());
    for (String thread : without.out().lines().toList()) {
      assertTrue(added.remove(thread), with::out);
    }
    // The first starts the second after a second, and ends.
    assertFalse(added.isEmpty(), with::out);
    assertTrue(Set.of("jfs-start (daemon)", "jfs-shm (daemon)").containsAll(added), with::out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "leave", "exit", "throw"})
  void exitCode(String ending) throws Exception {
    assertSameWithAndWithoutAgent(ChildJvm.of(Transfers.class, 2, 10, ending));
  }
}
