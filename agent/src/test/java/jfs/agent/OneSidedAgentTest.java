package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jfs.agent.programs.peers.WholeReads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that stay on TCP, since only one end has the agent, or shared memory is off. */
class OneSidedAgentTest {

  /**
   * A message that comes in one segment is returned by one read. If a relay read it in two parts,
   * and so wrote it in two, Nagle's algorithm would meet delayed acknowledgements: 44 ms for each
   * message.
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
    try (RendezvousFolder meeting = new RendezvousFolder();
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

  private static ChildJvm jvm(String mode, RendezvousFolder meeting) {
    ChildJvm jvm = ChildJvm.of(WholeReads.class);
    return mode.equals("plain")
        ? jvm
        : jvm.with(meeting.flag()).withLibrary("any").withAgent("shm=" + mode);
  }
}
