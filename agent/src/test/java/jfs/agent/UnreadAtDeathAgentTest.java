package jfs.agent;

import java.io.IOException;
import jfs.agent.programs.peers.Puppet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A peer is killed before it has read all: its kernel answers with a reset, even if the bytes were
 * in shared memory, which that kernel does not know of. Plain sockets are judged alike.
 */
class UnreadAtDeathAgentTest {

  private static final String RESET = "0 bytes and Connection reset";
  private static final String END = "0 bytes and end of file";

  /**
   * A peer that never wrote has not left TCP in its own direction. If it had ended its output, the
   * end of file came first, and that is what the reader sees.
   */
  @ParameterizedTest
  @CsvSource({"plain, any", "eager, any", "eager, off"})
  void aReaderIsToldOfTheDeathOrOfTheEndBefore(String mode, String library) throws Exception {
    for (boolean bothWays : new boolean[] {false, true}) {
      play(mode, library, bothWays, false, RESET + ", then " + RESET);
      play(mode, library, bothWays, true, END + ", then " + END);
    }
  }

  /** A wake-up for the end of its input must not lie unread at its death. */
  @ParameterizedTest
  @CsvSource({"plain, any", "eager, any", "eager, off"})
  void aPeerThatHasReadAllAndWaitsForMoreDiesInOrder(String mode, String library) throws Exception {
    for (boolean bothWays : new boolean[] {false, true}) {
      try (RendezvousFolder meeting = new RendezvousFolder();
          RunningJvm victim = jvm(meeting, mode, library).start();
          RunningJvm survivor = jvm(meeting, mode, library, victim.readLine()).start()) {
        switchOver(mode, meeting, survivor, victim, bothWays);
        order(victim, "wait");
        victim.awaitSleep();
        victim.stop();
        order(survivor, "shut");
        victim.kill();
        survivor.send("end");
        survivor.expect(END + ", then " + END);
      }
    }
  }

  private static void play(
      String mode, String library, boolean bothWays, boolean shut, String expected)
      throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm victim = jvm(meeting, mode, library).start();
        RunningJvm survivor = jvm(meeting, mode, library, victim.readLine()).start()) {
      switchOver(mode, meeting, survivor, victim, bothWays);
      if (shut) {
        order(victim, "shut");
      }
      order(survivor, "write 10");
      victim.kill();
      survivor.send("end");
      survivor.expect(expected);
    }
  }

  private static void switchOver(
      String mode,
      RendezvousFolder meeting,
      RunningJvm survivor,
      RunningJvm victim,
      boolean bothWays)
      throws Exception {
    if (mode.equals("plain")) {
      exchange(survivor, victim, bothWays);
    } else {
      SwitchedConnections.await("shm", meeting, 2, () -> exchange(survivor, victim, bothWays));
    }
    exchange(survivor, victim, bothWays); // by now each direction that is used has switched
  }

  private static void exchange(RunningJvm survivor, RunningJvm victim, boolean bothWays)
      throws IOException {
    order(survivor, "write 1");
    order(victim, "read 1");
    if (bothWays) {
      order(victim, "write 1");
      order(survivor, "read 1");
    }
  }

  private static void order(RunningJvm jvm, String what) throws IOException {
    jvm.send(what);
    jvm.expect("done");
  }

  private static ChildJvm jvm(
      RendezvousFolder meeting, String mode, String library, Object... arguments) {
    ChildJvm jvm = ChildJvm.of(Puppet.class, arguments).with(meeting.flag()).withLibrary(library);
    return mode.equals("plain") ? jvm : jvm.withAgent("shm=" + mode);
  }
}
