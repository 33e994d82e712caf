package jfs.agent;

import static jfs.agent.Differential.assertSame;
import static jfs.agent.Differential.assertSameWithAndWithoutAgent;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.agent.programs.Factories;
import jfs.agent.programs.FlightRecorder;
import jfs.agent.programs.HttpClients;
import jfs.agent.programs.RmiCalls;
import jfs.agent.programs.Subclasses;
import jfs.agent.programs.Threads;
import jfs.agent.programs.Tls;
import jfs.agent.programs.Transfers;
import jfs.agent.programs.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs, with and without the agent. */
class DropInAgentTest {

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
    Path keys = folder.resolve("keys");
    ChildJvm keytool =
        ChildJvm.ofTool(
            "keytool",
            ("-genkeypair -alias a -keyalg EC -dname CN=localhost -storepass secret"
                    + (" -ext san=dns:localhost -storetype PKCS12 -keystore " + keys))
                .split(" ", -1));
    keytool.run().assertOk();
    Exit exit = assertSameWithAndWithoutAgent(ChildJvm.of(Tls.class, keys, "secret")).assertOk();
    assertTrue(exit.out().contains("layered: 50000 TLSv1.3 true"), exit.out());
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
