package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import jfs.agent.programs.peers.Drain;
import jfs.agent.programs.peers.EchoServer;
import jfs.agent.programs.peers.Halted;
import jfs.agent.programs.peers.LastWords;
import jfs.agent.programs.peers.Latecomer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that end, or stand still, at any moment. */
class FaultAgentTest {

  private static final int CONNECTIONS = 10;
  private static final int PINGS = 200;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "any, eager, exit, 1",
    "any, on, return, 100000",
    "off, eager, halt, 100000",
    "off, on, exit, 20000"
  })
  void lastWordsAreHeardBeforeEndOfFile(String library, String mode, String ending, int bytes)
      throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm drain = jvm(meeting, library, mode, Drain.class, CONNECTIONS, PINGS).start()) {
      String port = drain.readLine();
      jvm(meeting, library, mode, LastWords.class, port, CONNECTIONS, PINGS, bytes, ending)
          .run()
          .assertOk()
          .assertQuiet();
      // The other end is gone when the first byte is read.
      drain.send("read");
      drain.expect("{" + bytes + " bytes and end of file=" + CONNECTIONS + "}");
      drain.waitForExit().assertOk().assertQuiet();
      if (!ending.equals("halt")) {
        assertEquals(List.of(), meeting.files());
      }
    }
  }

  @Test
  void aJvmThatIsGoingDownBeginsNothingThatItWouldLeave() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder()) {
      Exit exit = jvm(meeting, "any", "eager", Latecomer.class).run();
      assertEquals("exact\n", exit.assertOk().assertQuiet().out());
      assertEquals(List.of(), meeting.files());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void aStoppedPeerLosesNothingAndTimeoutsHold(String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, library, "eager", EchoServer.class).start();
        RunningJvm client =
            jvm(meeting, library, "eager", Halted.class, server.readLine()).start()) {
      client.expect("ready");
      server.stop();
      client.send("stopped");
      client.expect("timed out after all: true");
      client.expect("waiting");
      server.signal("CONT");
      client.send("continued");
      client.expect("exact");
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
  }

  private static ChildJvm jvm(
      RendezvousFolder meeting, String library, String mode, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withLibrary(library)
        .withAgent("shm=" + mode);
  }
}
