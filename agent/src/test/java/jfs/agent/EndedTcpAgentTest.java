package jfs.agent;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import jfs.agent.programs.peers.FillsAndSelects;
import org.junit.jupiter.api.Test;

/** TCP ends beneath a connection on shared memory: a peer has died, of which JFS hears later. */
class EndedTcpAgentTest {

  @Test
  void aKeyIsNotReadyForAWriteThatWouldDoNothing() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "others know no selectors");
    HostCommands.require("ss", "-V");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting).start()) {
      String port = server.readLine();
      try (RunningJvm client = jvm(meeting, port).start()) {
        SwitchedConnections.awaitAny("shm", meeting, server.pid());
        client.send("stop");
        server.expect("full");
        endTcp(port);
        server.send("go");
        server.expect("0 in vain, then an exception");
        server.waitForExit().assertOk().assertQuiet();
        client.waitForExit().assertOk();
      }
    }
  }

  /**
   * Has the kernel end what is connected to a port, or skips the test: ss says what it has ended.
   */
  private static void endTcp(String port) throws Exception {
    Process ss =
        new ProcessBuilder("ss", "-K", "-H", "state", "connected", "sport", "=", port)
            .redirectErrorStream(true)
            .start();
    String said = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(said.contains("ESTAB") && said.contains(":" + port), "SKIPPED: ss -K: " + said);
  }

  private static ChildJvm jvm(RendezvousFolder meeting, Object... arguments) throws Exception {
    return ChildJvm.of(FillsAndSelects.class, arguments)
        .with(meeting.flag())
        .withLibrary("any")
        .withAgent("channels=on,shm=eager");
  }
}
