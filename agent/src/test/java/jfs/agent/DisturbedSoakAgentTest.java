package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import jfs.agent.others.EachSecondAgent;
import jfs.agent.programs.soak.Soak;
import jfs.agent.programs.soak.Steady;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random traffic beside other things that may go on in a JVM and on its host: the heap, direct
 * memory and the tmpfs fill up and become free again, and another agent retransforms the classes of
 * java.net. {@code -Djfs.disturbed.seconds=1800} for a long one.
 */
@Tag("full")
class DisturbedSoakAgentTest {

  private static final int SECONDS = Integer.getInteger("jfs.disturbed.seconds", 5);
  private static final int CONNECTIONS = Integer.getInteger("jfs.disturbed.connections", 50);
  private static final long SEED = Long.getLong("jfs.disturbed.seed", System.nanoTime());

  @TempDir Path folder;

  /**
   * Connections that last. Plain sockets come first, to show that the program works. No JVM gets
   * both a full heap and retransformed classes: HotSpot itself crashes with both.
   */
  @ParameterizedTest
  @CsvSource({
    "plain, any, heap+direct, threads",
    "on, any, heap+direct, threads",
    "eager, off, heap+direct, threads",
    "plain, any, direct+agent, threads",
    "on, any, direct+agent, threads",
    "eager, off, direct+agent, threads",
    "plain, any, heap+direct, selector",
    "eager, any, heap+direct, selector",
    "eager, off, direct+agent, selector"
  })
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void connectionsLastThough(String mode, String library, String disturbers, String by)
      throws Exception {
    String what = mode + ", native " + library + ", " + disturbers + ", " + by + ", seed " + SEED;
    String channels = by.equals("selector") ? "on" : "off";
    try (SmallMemory memory = new SmallMemory();
        RendezvousFolder meeting = memory.meetingFolder();
        RunningJvm server =
            disturbed(
                    disturbers,
                    jvm(mode, channels, library, meeting, "server", Steady.class)
                        .withArguments("serve", CONNECTIONS, disturbers, by))
                .start()) {
      String port = server.readLine();
      Exit connected;
      try (RunningJvm client =
          disturbed(
                  disturbers,
                  jvm(mode, channels, library, meeting, "client", Steady.class)
                      .withArguments("connect", port, CONNECTIONS, disturbers, SECONDS, SEED, by))
              .start()) {
        server.expect("warm");
        client.expect("warm");
        if (!mode.equals("plain")) {
          // The test disturbs pairs. A heap that is full before the first ones may keep the JVM
          // from loading what makes pairs, for good.
          SwitchedConnections.awaitAny("shm", meeting, server.pid());
          SwitchedConnections.awaitAny("shm", meeting, client.pid());
        }
        server.send("disturb");
        client.send("disturb");
        memory.disturb(SECONDS);
        connected = client.waitForExit();
      }
      Exit served = server.waitForExit();
      assertEquals(0, connected.code(), () -> what + connected + served);
      assertEquals(0, served.code(), () -> what + served);
      System.err.println(what + ": client " + connected.out() + "server " + served.out());
      List<String> clients = words(connected);
      List<String> servers = words(served);
      assertEquals(clients.get(1), servers.get(3), what);
      assertEquals(servers.get(1), clients.get(3), what);
      assertCarried(mode, () -> what + connected.err() + served.err());
    }
  }

  /** "sent", "1", "received", "2". */
  private static List<String> words(Exit exit) {
    return List.of(exit.out().trim().split("[ \n]", -1));
  }

  /** Connections that come and go. */
  @ParameterizedTest
  @CsvSource({"plain, any", "on, any", "eager, off"})
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void connectionsComeAndGoThough(String mode, String library) throws Exception {
    String what = mode + ", native " + library + ", seed " + SEED;
    try (SmallMemory memory = new SmallMemory();
        RendezvousFolder meeting = memory.meetingFolder();
        RunningJvm server =
            disturbed(
                    "agent",
                    jvm(mode, library, meeting, "server", Soak.class).withArguments("serve"))
                .start()) {
      String port = server.readLine();
      Exit connected;
      try (RunningJvm client =
          disturbed(
                  "agent",
                  jvm(mode, library, meeting, "client", Soak.class)
                      .withArguments("connect", port, CONNECTIONS, SECONDS, SEED))
              .start()) {
        memory.disturb(SECONDS);
        connected = client.waitForExit();
      }
      assertEquals(0, connected.code(), () -> what + connected + server.errSoFar());
      server.send("end");
      Exit served = server.waitForExit();
      assertEquals(0, served.code(), () -> what + served);
      assertEquals("played some\n", connected.out());
      assertEquals("played some\n", served.out());
      System.err.println(what + ": " + connected.err() + served.err());
      assertCarried(mode, () -> what);
    }
  }

  private void assertCarried(String mode, Supplier<String> what) throws Exception {
    if (!mode.equals("plain")) {
      for (String name : List.of("server", "client")) {
        ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
        assertTrue(summary.onShm() > 0, () -> summary + " of " + name + " " + what.get());
      }
    }
  }

  private ChildJvm disturbed(String disturbers, ChildJvm jvm) throws Exception {
    return disturbers.contains("agent")
        ? jvm.with(OtherAgent.flag(EachSecondAgent.class, folder, ""))
        : jvm;
  }

  private ChildJvm jvm(
      String mode, String library, RendezvousFolder meeting, String name, Class<?> main) {
    return jvm(mode, "off", library, meeting, name, main);
  }

  private ChildJvm jvm(
      String mode,
      String channels,
      String library,
      RendezvousFolder meeting,
      String name,
      Class<?> main) {
    ChildJvm jvm =
        ChildJvm.of(main)
            .withTime(SECONDS + 120)
            .with("-XX:MaxDirectMemorySize=64m", "-Xmx160m", "-XX:+UseSerialGC");
    return mode.equals("plain")
        ? jvm
        : jvm.with(meeting.flag())
            .withLibrary(library)
            .withAgent(
                "channels=" + channels + ",shm=" + mode + ",summary=" + folder.resolve(name));
  }
}
