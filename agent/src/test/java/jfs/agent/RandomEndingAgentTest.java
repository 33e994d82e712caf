package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.endings.Board;
import jfs.agent.programs.endings.EndingsPeer;
import jfs.agent.programs.endings.Script;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Connections between two JVMs that end in every way: half-close, close while others read and
 * write, linger, exit without close, kill. One JVM lives on; the other one is a new one in each
 * round. What each end saw is judged by the rules of TCP, plain pairs of the JDK first. {@code
 * -Djfs.endings=20000} for a long run; {@code -Djfs.endings.seed=N} plays a run again, as far as
 * threads allow.
 */
class RandomEndingAgentTest {

  private static final int CONNECTIONS = Integer.getInteger("jfs.endings", 80);
  private static final int IN_A_ROUND = 40;

  /** One round in so many begins while the victim's JVM has never left TCP. */
  private static final int COLD = 4;

  private static final long SEED = Long.getLong("jfs.endings.seed", System.nanoTime());

  /** How the victim's JVM ends, and whether it does so when all is as planned, or at any moment. */
  private enum Death {
    NONE,
    EXIT,
    HALT,
    KILL,
    EXIT_AT_ANY_MOMENT,
    KILL_AT_ANY_MOMENT
  }

  private static final long LOOK_NANOS = 1_000_000;

  /** More than the time that the JVMs wait before they say where they hang. */
  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(60);

  @TempDir Path folder;
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "plain, plain, any",
    "on, on, any",
    "eager, eager, off",
    "eager, on, any",
    "on, eager, off",
    "eager, plain, any",
    "plain, eager, off"
  })
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void endsAsTcpDoes(String survivorMode, String victimMode, String library) throws Exception {
    play(survivorMode, victimMode, library, Jdk.THIS, Jdk.THIS);
  }

  @ParameterizedTest
  @Tag("full")
  @CsvSource({"on, any", "eager, off"})
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void endsAsTcpDoesBetweenJdks(String mode, String library) throws Exception {
    // The other way round in the run of the tests on the other JDK.
    play(mode, mode, library, Jdk.THIS, Jdk.requireOther());
  }

  private void play(String survivorMode, String victimMode, String library, Jdk one, Jdk two)
      throws Exception {
    String what =
        ("survivor " + survivorMode + " on " + one + ", victim " + victimMode + " on " + two)
            + (", native " + library + ", seed " + SEED);
    Path summary = folder.resolve("summary");
    int rounds = Math.max(1, CONNECTIONS / IN_A_ROUND);
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm survivor =
            jvm(one, survivorMode, library, meeting, summary, "survivor")
                .withTime(60 + 20 * rounds)
                .start()) {
      String port = survivor.readLine();
      for (int round = 0; round < rounds; round++) {
        long seed = SEED + round;
        Death death = Death.values()[round % Death.values().length];
        ChildJvm victim =
            jvm(two, victimMode, library, meeting, folder.resolve("victim"), "victim").withTime(90);
        boolean warm =
            !survivorMode.equals("plain") && !victimMode.equals("plain") && (round + 1) % COLD > 0;
        // In memory: if a disk is slow, the kernel stops threads that write to a mapped file, and
        // with one thread its whole JVM.
        Path board = meeting.parent().resolve("board");
        try {
          playRound(survivor, port, victim, board, seed, death, warm ? meeting : null);
        } finally {
          Files.deleteIfExists(board);
        }
        String text = what + " " + death + ": " + String.join("\n", faults);
        assertEquals(List.of(), faults, () -> text + survivor.errSoFar());
      }
      survivor.waitForExit().assertOk().assertQuiet();
      System.err.println(what + ": " + rounds * IN_A_ROUND + " connections, " + outcomes);
      if (!survivorMode.equals("plain") && !victimMode.equals("plain")) {
        ParsedSummary line = ParsedSummary.in(summary);
        assertTrue(Medium.carried(line) > 0, line::toString);
      }
    }
    outcomes.clear();
  }

  private static ChildJvm jvm(
      Jdk jdk, String mode, String library, RendezvousFolder meeting, Path summary, String role) {
    ChildJvm jvm =
        ChildJvm.of(EndingsPeer.class, role).on(jdk).with("-XX:TieredStopAtLevel=1", "-Xss512k");
    return mode.equals("plain")
        ? jvm
        : jvm.with(meeting.flag())
            .withLibrary(library)
            .withAgent(Medium.options(mode) + ",summary=" + summary);
  }

  /** Plays a round; if there is a folder, both JVMs have left TCP before, with one connection. */
  private void playRound(
      RunningJvm survivor,
      String port,
      ChildJvm victimJvm,
      Path file,
      long seed,
      Death death,
      RendezvousFolder warmIn)
      throws Exception {
    Board board = Board.of(file, IN_A_ROUND);
    boolean deadly = death != Death.NONE;
    boolean anyMoment = death.name().endsWith("MOMENT");
    try (RunningJvm victim = victimJvm.start()) {
      String victimPort = victim.readLine();
      if (warmIn != null) {
        victim.send("warm " + port);
        SwitchedConnections.awaitAny(Medium.via(), warmIn, victim.pid());
      }
      String words = "round " + file + " " + seed + " " + IN_A_ROUND + " " + deadly + " ";
      survivor.send(words + victimPort);
      victim.send(words + port);
      long place = anyMoment ? new Random(seed).nextInt(IN_A_ROUND * 200_000) : Long.MAX_VALUE;
      awaitAll(board, seed, deadly, place, survivor, victim);
      end(victim, death);
      board.end();
      survivor.send("await");
      survivor.expect("over");
    }
    for (int i = 0; i < IN_A_ROUND; i++) {
      Script script = Script.of(seed, i, deadly);
      if (anyMoment && board.get(i, false, Board.STATE) == 0) {
        continue; // it had no time to begin
      }
      EndingVerdict verdict = new EndingVerdict(board, i, script, deadly, anyMoment);
      outcomes.merge((anyMoment ? "any moment " : "") + verdict.outcome(), 1, Integer::sum);
      String fault = verdict.fault();
      if (fault != null) {
        faults.add(fault);
      }
    }
  }

  /**
   * Waits until each connection has gone as far as it goes by itself, or enough bytes have passed.
   */
  private static void awaitAll(
      Board board, long seed, boolean deadly, long place, RunningJvm survivor, RunningJvm victim)
      throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long seen = -1;
    while (!isReady(board, seed, deadly) && committed(board) < place) {
      long progress = board.progress();
      if (progress != seen) {
        seen = progress;
        end = System.nanoTime() + PATIENCE_NANOS;
      } else if (System.nanoTime() > end || survivor.hasEnded() || victim.hasEnded()) {
        fail("hangs or died: " + tell(board, seed, deadly, survivor) + tell(victim));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static String tell(Board board, long seed, boolean deadly, RunningJvm survivor)
      throws Exception {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < board.connections(); i++) {
      all.append(Script.of(seed, i, deadly)).append(' ').append(board.show(i)).append('\n');
    }
    return all + tell(survivor);
  }

  private static String tell(RunningJvm jvm) throws Exception {
    return "\n----\n" + jvm.errSoFar() + "\n" + jvm.whereabouts();
  }

  private static boolean isReady(Board board, long seed, boolean deadly) {
    for (int i = 0; i < board.connections(); i++) {
      boolean dies = Script.of(seed, i, deadly).dies();
      if (board.get(i, true, Board.STATE) < (dies ? Board.READY : Board.DONE)
          || (!dies && board.get(i, false, Board.STATE) < Board.DONE)) {
        return false;
      }
    }
    return true;
  }

  private static long committed(Board board) {
    long sum = 0;
    for (int i = 0; i < board.connections(); i++) {
      sum += board.get(i, true, Board.COMMITTED) + board.get(i, false, Board.COMMITTED);
    }
    return sum;
  }

  private static void end(RunningJvm victim, Death death) throws Exception {
    switch (death) {
      case KILL, KILL_AT_ANY_MOMENT -> victim.kill();
      case HALT -> {
        victim.send("halt");
        victim.waitForExit().assertQuiet();
      }
      default -> {
        victim.send("exit");
        victim.waitForExit().assertOk().assertQuiet();
      }
    }
  }
}
