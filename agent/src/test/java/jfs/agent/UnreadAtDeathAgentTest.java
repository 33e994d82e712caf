package jfs.agent;

import java.io.IOException;
import jfs.agent.programs.peers.Puppet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A peer is killed that has not read all: its kernel answers with a reset, also where the bytes
 * were in shared memory, of which that kernel knows nothing. Plain sockets are judged alike.
 */
class UnreadAtDeathAgentTest {

  private static final String RESET = "0 bytes and Connection reset";
  private static final String END = "0 bytes and end of file";

  /**
   * A peer that never wrote has not left TCP in its own direction. One that had ended its output is
   * seen to have, for the end of file came before.
   */
  @ParameterizedTest
  @CsvSource({"plain, any", "eager, any", "eager, off"})
  void aReaderIsToldOfTheDeathOrOfTheEndBefore(String mode, String library) throws Exception {
    for (boolean bothWays : new boolean[] {false, true}) {
      play(mode, library, bothWays, false, RESET + ", then " + RESET);
      play(mode, library, bothWays, true, END + ", then " + END);
    }
  }

  /** What wakes it to be told of the end of its input is not to be found unread at its death. */
  @ParameterizedTest
  @CsvSource({"plain, any", "eager, any", "eager, off"})
  void aPeerThatHasReadAllAndWaitsForMoreDiesInOrder(String mode, String library) throws Exception {
    for (boolean bothWays : new boolean[] {false, true}) {
      try (MeetingFolder meeting = new MeetingFolder();
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
    try (MeetingFolder meeting = new MeetingFolder();
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
      String mode, MeetingFolder meeting, RunningJvm survivor, RunningJvm victim, boolean bothWays)
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
      MeetingFolder meeting, String mode, String library, Object... arguments) {
    ChildJvm jvm = ChildJvm.of(Puppet.class, arguments).with(meeting.flag()).withLibrary(library);
    return mode.equals("plain") ? jvm : jvm.withAgent("shm=" + mode);
  }
}
