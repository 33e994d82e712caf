package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rendezvous directory, and what other programs keep in it or do to it. */
class RendezvousDirectoryAgentTest {

  /** The folder may contain much else, such as a user's own in /run/user. */
  @Test
  void whatOthersKeepThereStays() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder()) {
      Path folder = meeting.parent();
      for (String file : List.of("notes.txt", "docker.pid", "wayland-0.lock")) {
        Files.createFile(folder.resolve(file));
      }
      Files.createDirectory(folder.resolve("empty.d"));
      try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        dead.bind(UnixDomainSocketAddress.of(folder.resolve("a.sock")));
      }
      List<Path> before = list(folder);
      for (Path each : before) {
        Files.setLastModifiedTime(each, FileTime.fromMillis(0));
      }
      try (EchoPair pair = EchoPair.of(jvm -> jvm.with(meeting.flag()))) {
        pair.talk(1).untilShared(meeting, 1).end();
      }
      List<Path> after = list(folder);
      after.remove(meeting.path());
      assertEquals(before, after);
      for (Path each : before) {
        Files.delete(each);
      }
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.sorted().toList());
    }
  }

  /** As logind does with files in /dev/shm, when a user's last session ends. */
  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void aJvmThatIsRemovedFromItComesBack(String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, library, EchoServer.class).start()) {
      String port = server.readLine();
      try (RunningJvm client = jvm(meeting, library, EchoClient.class, port).start()) {
        SwitchedConnections.await("shm", meeting, 2, () -> talk(client, 1));
        client.waitForExit().assertOk().assertQuiet();
      }
      for (String file : meeting.files()) {
        Files.deleteIfExists(meeting.path().resolve(file));
      }
      Files.delete(meeting.path());
      try (RunningJvm client = jvm(meeting, library, EchoClient.class, port).start()) {
        SwitchedConnections.await("shm", meeting, 2, () -> talk(client, 1));
        client.waitForExit().assertOk().assertQuiet();
      }
      server.waitForExit().assertOk().assertQuiet();
      assertEquals(List.of(), meeting.files());
    }
  }

  private static void talk(RunningJvm client, int connections) throws IOException {
    client.send(Integer.toString(connections));
    client.expect("exact");
  }

  private static ChildJvm jvm(
      RendezvousFolder meeting, String library, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withLibrary(library)
        .withAgent("shm=eager");
  }
}
