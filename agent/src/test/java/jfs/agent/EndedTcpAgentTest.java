package jfs.agent;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jfs.agent.programs.peers.FillsAndSelects;
import org.junit.jupiter.api.Test;

/** TCP ends beneath a connection on shared memory: a peer has died, of which JFS hears later. */
class EndedTcpAgentTest {

  @Test
  void aKeyIsNotReadyForAWriteThatWouldDoNothing() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "others know no selectors");
    HostCommands.require("ss", "-K", "dst", "127.0.0.1", "dport", "=", "1");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting).start()) {
      String port = server.readLine();
      try (RunningJvm client = jvm(meeting, port).start()) {
        SwitchedConnections.awaitAny("shm", meeting, server.pid());
        client.send("stop");
        server.expect("full");
        HostCommands.require("ss", "-K", "state", "connected", "sport", "=", port);
        server.send("go");
        server.expect("0 in vain, then an exception");
        server.waitForExit().assertOk().assertQuiet();
        client.waitForExit().assertOk();
      }
    }
  }

  private static ChildJvm jvm(RendezvousFolder meeting, Object... arguments) throws Exception {
    return ChildJvm.of(FillsAndSelects.class, arguments)
        .with(meeting.flag())
        .withLibrary("any")
        .withAgent("channels=on,shm=eager");
  }
}
