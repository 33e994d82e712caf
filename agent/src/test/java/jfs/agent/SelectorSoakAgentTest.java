package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfs.agent.programs.soak.SelectorSoak;
import jfs.agent.programs.soak.Soak;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random traffic over channels with selectors, which change their mode, their keys and their
 * selectors meanwhile; also with peers that have sockets, or no JFS. {@code
 * -Djfs.soak.seconds=3600} for a long one; {@code -Djfs.soak.seed} repeats what is planned.
 */
class SelectorSoakAgentTest {

  private static final int SECONDS = Integer.getInteger("jfs.soak.seconds", 2);
  private static final int CONNECTIONS = Integer.getInteger("jfs.soak.connections", 50);
  private static final long SEED = Long.getLong("jfs.soak.seed", System.nanoTime());

  private static final int KILLS = Integer.getInteger("jfs.kills", 6);

  /** So many selections in vain a connection. */
  private static final long MOST_IN_VAIN = 100;

  private static final Pattern COUNTS =
      Pattern.compile(
          "connections (\\d+) selections \\d+ in vain (\\d+) operations in vain (\\d+)");

  @TempDir Path folder;

  SelectorSoakAgentTest() {
    assumeFalse(Medium.isRdma(), "too many connections for emulated devices");
    assumeTrue(Agent.isOverPlatformCarrier(), "others know no selectors");
  }

  @ParameterizedTest
  @CsvSource({
    "plain, plain, SelectorSoak, any",
    "eager, eager, SelectorSoak, any",
    "eager, eager, SelectorSoak, off",
    "eager, eager, Soak, any",
    "eager, plain, SelectorSoak, any"
  })
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void everyByteArrivesAndNobodyIsWokenInVain(
      String server, String client, String peer, String library) throws Exception {
    String what = "server " + server + ", client " + client + " " + peer + ", seed " + SEED;
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm serving = jvm(server, library, meeting, SelectorSoak.class, "serve").start()) {
      int port = Integer.parseInt(serving.readLine());
      Class<?> main = peer.equals("Soak") ? Soak.class : SelectorSoak.class;
      Exit exit =
          jvm(client, library, meeting, main, "connect", port, CONNECTIONS, SECONDS, SEED).run();
      assertEquals(0, exit.code(), () -> what + exit + serving.errSoFar());
      serving.send("end");
      Exit served = serving.waitForExit();
      assertEquals(0, served.code(), () -> what + served);
      System.err.println(what + ": " + exit + served);
      assertFew(what, served);
      if (main == SelectorSoak.class) {
        assertFew(what, exit);
      }
      if (!server.equals("plain")) {
        ParsedSummary one = ParsedSummary.in(folder.resolve(server + "-serve"));
        assertEquals(!client.equals("plain"), one.onShm() > 0, one::toString);
      }
      assertEquals(List.of(), meeting.files());
    }
  }

  /** Each is killed while its connections pair, switch, or have done so long ago. */
  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void connectionsEndWhosePeerIsKilled(String library) throws Exception {
    Random random = new Random(SEED);
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm serving =
            jvm("eager", library, meeting, SelectorSoak.class, "serve", "orphans").start()) {
      int port = Integer.parseInt(serving.readLine());
      for (int i = 0; i < KILLS; i++) {
        try (RunningJvm client =
            jvm(
                    "eager,log=debug",
                    library,
                    meeting,
                    SelectorSoak.class,
                    "connect",
                    port,
                    10,
                    60,
                    SEED + i)
                .start()) {
          awaitShm(meeting, client);
          LockSupport.parkNanos(random.nextInt(200_000_000));
          client.kill();
        }
      }
      serving.send("end");
      Exit served = serving.waitForExit();
      assertEquals(0, served.code(), () -> "seed " + SEED + served);
      System.err.println(served);
      assertFew("seed " + SEED, served);
    }
  }

  /**
   * Waits for a first connection on shared memory. A client that hangs up on one who asks has to
   * live on; what it has logged says why it hung up.
   */
  private static void awaitShm(RendezvousFolder meeting, RunningJvm client) throws Exception {
    try {
      SwitchedConnections.awaitAny("shm", meeting, client.pid());
    } catch (SocketException e) {
      if (client.hasEnded()) {
        throw new AssertionError(client.waitForExit().toString(), e);
      }
      System.err.println(e + " from a client that lives on, which has said: " + client.errSoFar());
      SwitchedConnections.awaitAny("shm", meeting, client.pid());
    }
  }

  private static void assertFew(String what, Exit exit) {
    assertTrue(exit.out().startsWith("played some\n"), () -> what + exit);
    Matcher counts = COUNTS.matcher(exit.out());
    assertTrue(counts.find(), () -> what + exit);
    // The JDK has some, too, at the end of a connection, and now and then hundreds at once. A
    // selector that spins has some hundred thousand a second.
    long most = MOST_IN_VAIN * Long.parseLong(counts.group(1));
    assertTrue(Long.parseLong(counts.group(2)) <= most, () -> what + exit);
    assertEquals("0", counts.group(3), () -> what + exit);
  }

  private ChildJvm jvm(
      String mode, String library, RendezvousFolder meeting, Class<?> main, Object... arguments) {
    ChildJvm jvm = ChildJvm.of(main, arguments).withTime(SECONDS + 120);
    if (mode.equals("plain")) {
      return jvm;
    }
    Path summary = folder.resolve(mode + "-" + arguments[0]);
    return jvm.with(meeting.flag())
        .withLibrary(library)
        .withAgent("channels=on,shm=" + mode + ",summary=" + summary);
  }
}
