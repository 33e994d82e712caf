package jfs.agent;

import java.io.IOException;
import jfs.agent.programs.peers.DirectMemoryUser;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program may use up all of its direct memory: JFS needs none of that. */
class DirectMemoryAgentTest {

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void connectionsGoOnWhenOthersComeAndGo(String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, library, EchoServer.class).start()) {
      String port = server.readLine();
      try (RunningJvm user =
          jvm(meeting, library, DirectMemoryUser.class, port)
              .with("-XX:MaxDirectMemorySize=4m")
              .start()) {
        SwitchedConnections.await("shm", meeting, 2, () -> say(user, "echo"));
        say(user, "fill");
        try (RunningJvm other = jvm(meeting, library, EchoClient.class, port).start()) {
          // A JVM that comes meets all others, and these notice when it goes.
          SwitchedConnections.await("shm", meeting, 4, () -> talk(user, other));
          other.waitForExit().assertOk().assertQuiet();
        }
        say(user, "echo");
        SwitchedConnections.await("shm", meeting, 2, () -> say(user, "echo"));
        user.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
    }
  }

  private static void talk(RunningJvm user, RunningJvm other) throws IOException {
    say(user, "echo");
    other.send("1");
    other.expect("exact");
  }

  private static void say(RunningJvm jvm, String word) throws IOException {
    jvm.send(word);
    jvm.expect(word);
  }

  private static ChildJvm jvm(
      RendezvousFolder meeting, String library, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withLibrary(library)
        .withAgent("shm=eager");
  }
}
