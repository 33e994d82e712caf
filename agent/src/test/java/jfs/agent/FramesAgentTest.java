package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import jfs.agent.programs.Frames;
import org.junit.jupiter.api.Test;

/** What the agent puts on the stack of a program's thread. */
class FramesAgentTest {

  /**
   * Whether a line is of JFS: of what is between java.net and the carrier, or of a carrier of its
   * own.
   */
  private static boolean isOfJfs(String line) {
    return line.startsWith("  jfs.core.")
        || line.startsWith("  java.net.Jfs")
        || (line.startsWith("  jfs.nio.") && !Agent.isOverPlatformCarrier());
  }

  private static String withoutFrames(String out, Predicate<String> which) {
    return out.lines()
        .filter(which.negate())
        .filter(line -> Agent.isOverPlatformCarrier() || !line.startsWith("  sun.nio.ch."))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void stackTracesDifferInFramesOfJfsOnly() throws Exception {
    Exit without = ChildJvm.of(Frames.class).run().assertOk().assertQuiet();
    Exit with = ChildJvm.of(Frames.class).withAgent().run().assertOk().assertQuiet();
    assertEquals(
        withoutFrames(without.out(), frame -> false),
        withoutFrames(with.out(), FramesAgentTest::isOfJfs));
    String stream =
        Agent.isOverPlatformCarrier()
            ? "java.net.JfsSocketInput"
            : "jfs.core.switchover.SwitchableInputStream";
    assertTrue(with.out().contains("  " + stream + ".read\n"), with.out());
  }

  /** A user may come to see frames of these classes, below the streams of java.net. */
  @Test
  void framesOfJfsAreFew() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier());
    assertEquals(
        Set.of(
            "java.net.JfsDeferredSocketImpl",
            "java.net.JfsJdkSocketImpl",
            "java.net.JfsSocketInput",
            "java.net.JfsSocketOutput"),
        frames(""));
  }

  /**
   * And these, where JFS has a part in each connection from the start; all of them once it has
   * looked for the other end.
   */
  @Test
  void framesOfJfsAreFewWhereItHasAPart() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier());
    Set<String> frames = frames("shm=eager");
    assertTrue(frames.contains("jfs.core.switchover.SwitchableInputStream"), frames::toString);
    Set<String> known =
        Set.of(
            "java.net.JfsPlatformSocketImpl",
            "java.net.JfsReservedInput",
            "java.net.JfsReservedOutput",
            "java.net.JfsSocketCalls1",
            "jfs.core.JfsSocketImpl",
            "jfs.core.platform.PlatformCarrier",
            "jfs.core.platform.PlatformSockets",
            "jfs.core.switchover.CarrierAnchor",
            "jfs.core.switchover.DeferredSocket",
            "jfs.core.switchover.ReceivingSide",
            "jfs.core.switchover.SendingSide",
            "jfs.core.switchover.SwitchableConnection",
            "jfs.core.switchover.SwitchableInputStream",
            "jfs.core.switchover.SwitchableOutputStream");
    assertTrue(known.containsAll(frames), frames::toString);
  }

  private static Set<String> frames(String options) throws Exception {
    Exit with = ChildJvm.of(Frames.class).withAgent(options).run().assertOk();
    return with.out()
        .lines()
        .filter(FramesAgentTest::isOfJfs)
        .map(line -> line.substring(2, line.lastIndexOf('.')))
        .collect(Collectors.toSet());
  }
}
