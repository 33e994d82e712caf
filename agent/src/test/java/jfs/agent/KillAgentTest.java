package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.peers.Survivor;
import jfs.agent.programs.peers.Victim;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One JVM talks to many that are killed at any moment. {@code -Djfs.kills=1000} for a long run;
 * {@code -Djfs.kill.millis=1000} for how soon the survivor must notice, if nothing else runs.
 */
class KillAgentTest {

  private static final int KILLS = Integer.getInteger("jfs.kills", 20);

  // The lab emulates its processors: at full speed JVMs would have no time to pair.
  private static final int AT_ONCE = Medium.isRdma() ? 2 : 4;
  private static final int CONNECTIONS = Medium.isRdma() ? 2 : 3;
  private static final int REST_MILLIS = Medium.isRdma() ? 400 : 2;

  private static final long NOTICE_MILLIS = Long.getLong("jfs.kill.millis", 10_000);
  private static final int ROUNDS_BEFORE_COUNTING = 2;

  /** How much more the JVM itself may have: code, heap, stacks; compiler threads. */
  private static final long[] SLACK = {100, 5, 10, 12};

  private static final long[] ANY = {
    Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE
  };

  @TempDir Path folder;
  private final Random random = new Random();
  private final List<Long> notices = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void survivorDrainsNoticesAndKeepsNothing(String library) throws Exception {
    assumeFalse(Medium.isRdma() && library.equals("off"), "there is no RDMA without it");
    try (RendezvousFolder meeting = new RendezvousFolder();
        RendezvousFolder others = new RendezvousFolder()) {
      // Two hosts have no folder in common.
      RendezvousFolder victims = Medium.isRdma() ? others : meeting;
      Path summary = folder.resolve("summary");
      ChildJvm survivorJvm =
          jvm(meeting, library, "eager,summary=" + summary, Survivor.class)
              .with("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
              .withTime(120 + KILLS * 2);
      try (RunningJvm survivor = survivorJvm.start()) {
        int port = Integer.parseInt(survivor.readLine());
        long[] before = null;
        int rounds = Math.max(ROUNDS_BEFORE_COUNTING + 1, KILLS / AT_ONCE);
        for (int round = 0; round < rounds; round++) {
          killSome(victims, library, survivor, port);
          if (round + 1 == ROUNDS_BEFORE_COUNTING) {
            before = counts(survivor, ANY);
          }
        }
        long[] most = new long[before.length];
        for (int i = 0; i < most.length; i++) {
          most[i] = before[i] + SLACK[i];
        }
        long[] after = counts(survivor, most);
        String counts = Arrays.toString(before) + " then " + Arrays.toString(after);
        System.err.println(rounds * AT_ONCE + " kills: " + counts + "; noticed after " + notices);
        for (int i = 0; i < most.length; i++) {
          assertTrue(after[i] <= most[i], counts);
        }
        if (Medium.isRdma()) {
          RdmaResources.awaitNone(survivor.pid());
        } else {
          clean(meeting, library, survivor, port);
        }
        survivor.waitForExit().assertOk().assertQuiet();
        ParsedSummary line = ParsedSummary.in(summary);
        System.err.println(line);
        assertTrue(Medium.carried(line) > 0, line::toString);
      }
    }
  }

  /** A JVM that starts removes the files of JVMs that died before any other knew of them. */
  private static void clean(RendezvousFolder meeting, String library, RunningJvm survivor, int port)
      throws Exception {
    try (RunningJvm last = jvm(meeting, library, "eager", Victim.class, port, 1).start()) {
      last.readLine();
      String known = survivor.pid() + "-|" + last.pid() + "-";
      meeting.awaitFiles(files -> files.stream().allMatch(file -> isOf(file, known)));
      last.signal("TERM");
      last.waitForExit();
    }
  }

  /**
   * A JVM that was killed before its socket had its name leaves files that the next JVM removes by
   * age: the socket under its first name, or the memory that its frames go through.
   */
  private static boolean isOf(String file, String known) {
    return file.endsWith(".new") || file.endsWith(".0.arena") || file.matches("(" + known + ").*");
  }

  private static ChildJvm jvm(
      RendezvousFolder meeting, String library, String mode, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag(), "-XX:TieredStopAtLevel=1", "-Dchatter.rest.millis=" + REST_MILLIS)
        .withLibrary(library)
        .withAgent(Medium.isRdma() ? "rdma=" + mode : Medium.options(mode));
  }

  private void killSome(RendezvousFolder meeting, String library, RunningJvm survivor, int port)
      throws Exception {
    List<RunningJvm> victims = new ArrayList<>();
    try {
      for (int i = 0; i < AT_ONCE; i++) {
        String mode = random.nextBoolean() ? "on" : "eager";
        victims.add(jvm(meeting, library, mode, Victim.class, port, CONNECTIONS).start());
      }
      for (RunningJvm victim : victims) {
        int victimPort = Integer.parseInt(victim.readLine());
        if (random.nextInt(4) > 0) {
          survivor.send("meet " + victimPort + " " + CONNECTIONS);
          survivor.expect("met");
        }
        // The kill may come at any moment: while they connect, pair, switch, and long after.
        if (random.nextBoolean()) {
          SwitchedConnections.awaitAny(Medium.via(), meeting, victim.pid());
        }
        LockSupport.parkNanos(random.nextInt(100_000_000));
        victim.kill();
      }
      survivor.send("killed " + System.nanoTime());
      long millis = Long.parseLong(survivor.readLine());
      notices.add(millis);
      assertTrue(millis < NOTICE_MILLIS, "noticed after " + millis + " ms");
    } finally {
      for (RunningJvm victim : victims) {
        victim.close();
      }
    }
  }

  private static long[] counts(RunningJvm survivor, long[] most) throws Exception {
    StringJoiner line = new StringJoiner(" ", "counts ", "");
    for (long each : most) {
      line.add(Long.toString(each));
    }
    survivor.send(line.toString());
    String[] words = survivor.readLine().split(" ", -1);
    assertEquals(most.length, words.length);
    return Arrays.stream(words).mapToLong(Long::parseLong).toArray();
  }
}
