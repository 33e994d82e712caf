package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.peers.EchoServer;
import jfs.agent.programs.peers.NoDescriptors;
import jfs.shm.control.StatusClient;
import jfs.testing.Needed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * If shared memory is not available, connections go by TCP, and JFS says hardly a word about it.
 */
class FallbackAgentTest {

  private static final int CONNECTIONS = 3;
  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(60);

  @TempDir Path folder;

  /** Folders in which JVMs cannot meet. */
  enum Place {
    NOT_IN_MEMORY {
      @Override
      Path make(Path folder) {
        return Path.of("/proc");
      }
    },
    MISSING {
      @Override
      Path make(Path folder) {
        return folder.resolve("missing");
      }
    },
    FILE {
      @Override
      Path make(Path folder) throws Exception {
        Files.createFile(StatusClient.folder(folder.toString()));
        return folder;
      }
    },
    LINK {
      @Override
      Path make(Path folder) throws Exception {
        Path real =
            Files.createDirectory(
                folder.resolve("real"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(StatusClient.folder(folder.toString()), real);
        return folder;
      }
    },
    OPEN_TO_OTHERS {
      @Override
      Path make(Path folder) throws Exception {
        Files.setPosixFilePermissions(
            Files.createDirectory(StatusClient.folder(folder.toString())),
            PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
      }
    };

    abstract Path make(Path folder) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void withoutARendezvousDirectory(Place place) throws Exception {
    String flag = "-Djfs.shm_dir=" + place.make(folder);
    try (EchoPair pair = EchoPair.of(jvm -> jvm.with(flag))) {
      pair.talk(CONNECTIONS).untilWarned().end();
      isAllOnTcp(pair, "no-rendezvous-dir");
    }
  }

  /** As on JDK 24 and later without its flag. */
  @Test
  void containersWithoutTheLibrary() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        EchoPair pair =
            EchoPair.of(
                jvm -> jvm.with(meeting.flag(), "-Djfs.containers=on").withLibrary("off"))) {
      pair.talk(CONNECTIONS).untilWarned();
      String said = "jfs: warn: containers=on has no effect: the native library is not used\n";
      assertEquals(said, pair.client.errSoFar());
      pair.end();
    }
  }

  private static void isAllOnTcp(EchoPair pair, String reason) {
    Map<String, Long> reasons = Map.of(reason, (long) CONNECTIONS);
    assertEquals(reasons, pair.serverSummary().reasons());
    assertEquals(reasons, pair.clientSummary().reasons());
  }

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void onAFullDisk(String library) throws Exception {
    HostCommands.require("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt");
    Path full = Files.createDirectory(folder.resolve("full"));
    String mount = "mount -t tmpfs -o size=64k,mode=700 none " + full;
    try (EchoPair pair =
        EchoPair.of(
            jvm -> with(jvm, full, library).withShell(HostCommands.inNew("-m", mount)),
            (jvm, server) ->
                with(jvm, full, library).withShell(HostCommands.inThoseOf(server.pid(), "-m")))) {
      pair.talk(CONNECTIONS);
      if (library.equals("off")) {
        // First: a connection that ends before the JVMs have met may have found no peer.
        awaitReason(pair, pair.server, full, "no-memory");
        awaitReason(pair, pair.client, full, "no-memory");
      } else if (Needed.isStrict()) {
        // The library is there then, and its memory is on no disk.
        Path seen = Path.of("/proc", pair.server.pid(), "root" + full);
        List<Path> meeting = List.of(StatusClient.folder(seen.toString()));
        SwitchedConnections.awaitIn(meeting, "shm", 2 * CONNECTIONS, () -> pair.talk(0));
      }
      pair.talk(CONNECTIONS).end();
      if (library.equals("off")) {
        assertEquals(0, pair.clientSummary().onShm());
        saysNoMemory(pair.serverSummary());
        saysNoMemory(pair.clientSummary());
      }
    }
  }

  private static void saysNoMemory(ParsedSummary summary) {
    assertTrue(summary.reasons().containsKey("no-memory"), summary::toString);
    assertFalse(summary.reasons().containsKey("no-peer"), summary::toString);
  }

  /** Sends bytes until one JVM reports this reason for a connection. */
  private static void awaitReason(EchoPair pair, RunningJvm jvm, Path place, String reason)
      throws Exception {
    ChildJvm status =
        ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "status", jvm.pid())
            .with("-Djfs.shm_dir=" + place)
            .withShell(HostCommands.inThoseOf(jvm.pid(), "-m"));
    String said = status.run().out();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!said.contains(reason) && System.nanoTime() < deadline) {
      pair.talk(0);
      said = status.run().out();
    }
    assertTrue(said.contains(reason), said);
  }

  private static ChildJvm with(ChildJvm jvm, Path place, String library) {
    return jvm.with("-Djfs.shm_dir=" + place).withLibrary(library);
  }

  @ParameterizedTest
  @ValueSource(ints = {22, 24, 26, 28, 30, 34, 40})
  void withFewDescriptors(int most) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        EchoPair pair =
            EchoPair.of(
                jvm ->
                    with(jvm, meeting.parent(), "any")
                        .withShell("ulimit -n " + most + "; exec \"$@\""))) {
      pair.talk(CONNECTIONS).talk(0).end();
    }
  }

  /** A program may have used them up when JFS's thread begins, and close most of them later. */
  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void descriptorsThatComeBackAreUsed() throws Exception {
    Path log = folder.resolve("log");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server =
            ChildJvm.of(EchoServer.class).with(meeting.flag()).withAgent("shm=eager").start();
        RunningJvm client =
            ChildJvm.of(NoDescriptors.class, server.readLine())
                .with(meeting.flag())
                .withAgent("log=debug,log_file=" + log)
                .withShell("ulimit -n 100; exec \"$@\"")
                .start()) {
      client.expect("none");
      while (!Files.readString(log).contains("not begun")) {
        assertTrue(!Files.readString(log).contains("no shared memory"), "it has given up");
        Thread.onSpinWait();
      }
      SwitchedConnections.await(
          "shm",
          meeting,
          2,
          () -> {
            client.send("talk");
            client.expect("exact");
          });
      client.waitForExit().assertOk();
    }
  }

  @Test
  void linksThatTakeAllDescriptorsAreWaitedForAsleep() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        EchoPair pair = EchoPair.of(jvm -> jvm.with(meeting.flag()).withLibrary("any"))) {
      pair.talk(CONNECTIONS);
      String victim = meeting.socketOf(pair.server.pid());
      HostCommands.require("prlimit", "--pid", pair.server.pid(), "--nofile=64:64");
      try (Attacker attacker = new Attacker(meeting.path(), victim, Integer.parseInt(pair.port))) {
        for (int i = 0; i < 100; i++) {
          attacker.held();
        }
        pair.talk(0);
        Load.awaitCalm(pair.server.pid(), 0.2);
        pair.talk(0);
      }
      pair.end();
    }
  }
}
