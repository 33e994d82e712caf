package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers at the loopback address share memory, even if there are RDMA devices. */
@EnabledIfSystemProperty(named = "jfs.test.address", matches = ".+")
class SameHostAgentTest {

  private static final int CONNECTIONS = 3;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"on", "eager"})
  void shareMemory(String mode) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, mode, ChildJvm.of(EchoServer.class), "s").start();
        RunningJvm client =
            jvm(meeting, mode, ChildJvm.of(EchoClient.class, server.readLine()), "c").start()) {
      talk(client, CONNECTIONS);
      SwitchedConnections.await("shm", meeting, 2 * CONNECTIONS, () -> talk(client, 0));
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
    for (String name : new String[] {"s", "c"}) {
      ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
      assertEquals(CONNECTIONS, summary.onShm(), summary::toString);
      assertEquals(0, summary.onRdma(), summary::toString);
    }
  }

  private static void talk(RunningJvm client, int connections) throws IOException {
    client.send(String.valueOf(connections));
    client.expect("exact");
  }

  private ChildJvm jvm(RendezvousFolder meeting, String mode, ChildJvm jvm, String name) {
    String options = "shm=" + mode + ",rdma=" + mode + ",summary=" + folder.resolve(name);
    return jvm.with(meeting.flag(), "-Dserver.address=127.0.0.1")
        .withLibrary("any")
        .withAgent(options);
  }
}
