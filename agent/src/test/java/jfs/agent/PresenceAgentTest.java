package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.peers.EchoServer;
import jfs.agent.programs.peers.IdleClient;
import jfs.agent.programs.peers.ManyConnections;
import jfs.shm.control.StatusClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a JVM does so that status clients can ask it while none of its connections wants a pair. */
class PresenceAgentTest {

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(15);

  /** Classes that a JVM needs only if it pairs, or is asked. */
  private static final List<String> LATER = List.of("jfs.shm.control.PeerLink ", "jfs.natives.");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"on", "off"})
  void whatPairsNeedIsNotLoadedBeforeSomebodyComes(String mode) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, mode, EchoServer.class).start();
        RunningJvm client =
            jvm(meeting, mode, IdleClient.class, server.readLine(), 3, "platform")
                .with("-Xlog:class+load:file=" + log() + ":none")
                .start()) {
      client.expect("idle");
      String name = awaitName(meeting, client.pid());
      assertEquals(List.of(), loadedLater());
      assertEquals(3, connections(meeting, name));
      assertFalse(loadedLater().isEmpty(), "it has been asked");
      assertEquals(3, connections(meeting, name));
      client.send("go on");
      client.waitForExit().assertOk().assertQuiet();
    }
  }

  /**
   * Deletes the folder as logind does when a user's last session ends, and as clean-up scripts do.
   */
  @Test
  void aFolderThatIsGoneIsMadeAgainWhereAPairIsWanted() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "on", ManyConnections.class).start();
        RunningJvm client = jvm(meeting, "on", ManyConnections.class, server.readLine()).start()) {
      both(server, client, "keep 1");
      awaitName(meeting, server.pid());
      awaitName(meeting, client.pid());
      for (String name : meeting.files()) {
        Files.delete(meeting.path().resolve(name));
      }
      Files.delete(meeting.path());
      SwitchedConnections.await("shm", meeting, 2, () -> both(server, client, "talk"));
      both(server, client, "drop");
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
    }
  }

  private static void both(RunningJvm server, RunningJvm client, String line) throws IOException {
    server.send(line);
    client.send(line);
    server.expect("done");
    client.expect("done");
  }

  private Path log() {
    return folder.resolve("classes");
  }

  private List<String> loadedLater() throws IOException {
    return Files.readAllLines(log()).stream()
        .filter(line -> LATER.stream().anyMatch(line::startsWith))
        .toList();
  }

  private static ChildJvm jvm(
      RendezvousFolder meeting, String mode, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments).with(meeting.flag()).withAgent("shm=" + mode);
  }

  private static String awaitName(RendezvousFolder meeting, String pid) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() < end) {
      for (String name : StatusClient.present(meeting.path())) {
        if (name.startsWith(pid + "-")) {
          return name;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    throw new AssertionError("not present");
  }

  private static int connections(RendezvousFolder meeting, String name) throws IOException {
    try (StatusClient client = StatusClient.of(meeting.path(), name)) {
      return client.connections().size();
    }
  }
}
