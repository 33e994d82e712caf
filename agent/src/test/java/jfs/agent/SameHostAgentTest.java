package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers at the loopback address share memory, though there are RDMA devices. */
@EnabledIfSystemProperty(named = "jfs.test.address", matches = ".+")
class SameHostAgentTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"on", "eager"})
  void shareMemory(String mode) throws Exception {
    try (MeetingFolder meeting = new MeetingFolder();
        RunningJvm server = jvm(meeting, mode, ChildJvm.of(EchoServer.class), "s").start();
        RunningJvm client =
            jvm(meeting, mode, ChildJvm.of(EchoClient.class, server.readLine()), "c").start()) {
      for (String connections : new String[] {"3", "0", "0"}) {
        client.send(connections);
        client.expect("exact");
      }
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
    for (String name : new String[] {"s", "c"}) {
      SummaryLine summary = SummaryLine.in(folder.resolve(name));
      assertTrue(summary.onShm() > 0, summary::toString);
      assertEquals(0, summary.onRdma(), summary::toString);
    }
  }

  private ChildJvm jvm(MeetingFolder meeting, String mode, ChildJvm jvm, String name) {
    String options = "shm=" + mode + ",rdma=" + mode + ",summary=" + folder.resolve(name);
    return jvm.with(meeting.flag(), "-Djfs.test.address=127.0.0.1")
        .withLibrary("any")
        .withAgent(options);
  }
}
