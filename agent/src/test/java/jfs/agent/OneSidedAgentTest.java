package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jfs.agent.programs.peers.WholeReads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that stay on TCP, since only one end has the agent, or shared memory is off. */
class OneSidedAgentTest {

  /**
   * A message that one segment brings comes by one read: of a relay that read, and so wrote, it in
   * two parts, Nagle's algorithm would meet delayed acknowledgements, 44 ms for each message.
   */
  @ParameterizedTest
  @CsvSource({
    "plain, plain, false",
    "on, plain, false",
    "on, plain, true",
    "plain, on, false",
    "plain, on, true",
    "eager, plain, false",
    "plain, eager, true",
    "off, off, false"
  })
  void oneReadReturnsWhatOneSegmentBrought(String server, String client, boolean noDelay)
      throws Exception {
    try (MeetingFolder meeting = new MeetingFolder();
        RunningJvm serving = jvm(server, meeting).withArguments("serve", noDelay).start();
        RunningJvm connecting =
            jvm(client, meeting).withArguments("connect", noDelay, serving.readLine()).start()) {
      Exit connected = connecting.waitForExit();
      Exit served = serving.waitForExit();
      assertEquals("done\n", served.out(), served::err);
      assertEquals("done\n", connected.out(), connected::err);
      served.assertOk().assertQuiet();
      connected.assertOk().assertQuiet();
    }
  }

  private static ChildJvm jvm(String mode, MeetingFolder meeting) {
    ChildJvm jvm = ChildJvm.of(WholeReads.class);
    return mode.equals("plain")
        ? jvm
        : jvm.with(meeting.flag()).withLibrary("any").withAgent("shm=" + mode);
  }
}
