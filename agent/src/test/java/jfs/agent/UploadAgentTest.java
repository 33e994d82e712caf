package jfs.agent;

import jfs.agent.programs.peers.Downloads;
import jfs.agent.programs.peers.Uploads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a program has written arrives, whatever the program does then, if it has read all that came:
 * also the part that its kernel still holds. The other direction has left TCP meanwhile.
 */
class UploadAgentTest {

  private static final int CONNECTIONS = 10;

  /** More than the receiver's kernel takes, and less than both do. */
  private static final int BYTES = 2_000_000;

  @ParameterizedTest
  @CsvSource({"any, close", "any, exit", "any, halt", "any, kill"})
  @CsvSource({"off, close", "off, exit", "off, halt", "off, kill"})
  void uploadIsWholeHoweverItsSenderEnds(String library, String ending) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, library, Downloads.class, CONNECTIONS)) {
      String port = server.readLine();
      try (RunningJvm client =
          jvm(meeting, library, Uploads.class, port, CONNECTIONS, BYTES, ending)) {
        client.expect("uploaded");
        int[] messages = {0};
        SwitchedConnections.await(
            "shm",
            meeting,
            2 * CONNECTIONS,
            () -> {
              server.send("message");
              messages[0]++;
            });
        client.send(Integer.toString(messages[0]));
        if (ending.equals("kill")) {
          client.expect("kill me");
          client.kill();
        } else {
          client.waitForExit();
        }
        server.send("end");
        server.expect("{" + BYTES + " bytes=" + CONNECTIONS + "}");
      }
    }
  }

  private static RunningJvm jvm(
      RendezvousFolder meeting, String library, Class<?> main, Object... arguments)
      throws Exception {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withLibrary(library)
        .withAgent("shm=on")
        .start();
  }
}
