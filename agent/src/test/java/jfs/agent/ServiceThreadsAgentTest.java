package jfs.agent;

import jfs.agent.programs.Grouped;
import org.junit.jupiter.api.Test;

/** JFS's threads do not belong to the program. */
class ServiceThreadsAgentTest {

  @Test
  void anApplicationThatGoesLeavesNoThreadAndNoClassLoader() throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm jvm =
            ChildJvm.of(Grouped.class).with(meeting.flag()).withAgent("shm=eager").start()) {
      jvm.expect("threads in the group: 0");
      jvm.expect("loader collected: true");
      jvm.send("");
      jvm.expect("interrupted");
      Load.awaitCalm(jvm.pid(), 0.5);
      jvm.send("");
      jvm.expect("exact");
      Load.awaitCalm(jvm.pid(), 0.5);
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }
}
