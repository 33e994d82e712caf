package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import jfs.agent.programs.serial.BrokenBlocks;
import jfs.agent.programs.serial.DiamondOfInterfaces;
import jfs.agent.programs.serial.EmptyStrings;
import jfs.agent.programs.serial.FirstOverflow;
import jfs.agent.programs.serial.ForeignNames;
import jfs.agent.programs.serial.ManyDescriptions;
import jfs.agent.programs.serial.ResetStreams;
import jfs.agent.programs.serial.WrongHandles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What object streams seldom meet, and what they do in vain. */
class StreamCornersAgentTest {

  private static final String ON = "streams=on";

  @TempDir Path folder;

  @Test
  void blockThatAClassHasBegunGoesOnAfterItsException() throws Exception {
    ChildJvm jvm = ChildJvm.of(BrokenBlocks.class);
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }

  @Test
  void handlesOfNothingLeadToTheSameExceptions() throws Exception {
    ChildJvm jvm = ChildJvm.of(WrongHandles.class);
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }

  /** Also when C2 has compiled what reads them. */
  @Test
  void emptyStringsAreAsManyObjectsAsTheJdks() throws Exception {
    ChildJvm jvm = ChildJvm.of(EmptyStrings.class);
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }

  /** To make an exception takes as long as to read a small stream. */
  @Test
  void streamsThatTheJdkReadsCostNoExceptions() throws Exception {
    Path log = folder.resolve("exceptions");
    ChildJvm jvm = ChildJvm.of(ManyDescriptions.class).with("-Xint");
    Differential.assertSame(jvm, jvm.with("-Xlog:exceptions=info:file=" + log).withAgent(ON))
        .assertOk();
    long thrown =
        Files.readString(log)
            .lines()
            .filter(line -> line.matches(".*(NoSuchMethod|IllegalArgument)Exception'.*"))
            .count();
    assertTrue(thrown < ManyDescriptions.STREAMS, () -> thrown + " exceptions");
  }

  /** On each of the ways, that would take for ever. */
  @Test
  void interfaceIsLookedAtOnceOnHoweverManyWays() throws Exception {
    Exit exit =
        ChildJvm.of(DiamondOfInterfaces.class)
            .with("--add-opens", "java.base/java.io=ALL-UNNAMED")
            .withAgent(ON)
            .run()
            .assertOk();
    assertEquals("false\n", exit.out());
  }

  @Test
  void resetTakesNoLongerForWhatWasWrittenLongAgo() throws Exception {
    Exit exit =
        ChildJvm.of(ResetStreams.class)
            .with("--add-opens", "java.base/java.io=ALL-UNNAMED")
            .withAgent(ON)
            .run()
            .assertOk()
            .assertQuiet();
    assertEquals("3 few\n40000 many\n3 many\n3 many\n40000 many\nat last few\n", exit.out());
  }

  /** What JFS has not initialised by then would be lost for good. */
  @ParameterizedTest
  @ValueSource(strings = {"read", "write"})
  void streamsWorkAfterTheStackHasOverflowedInOne(String how) throws Exception {
    ChildJvm jvm = ChildJvm.of(FirstOverflow.class, how).with("-XX:-PrintWarnings", "-Xint");
    Exit plain = jvm.run().assertOk();
    assertTrue(plain.out().contains("StackOverflowError"), plain.out());
    assertEquals(plain.out(), jvm.withAgent(ON).run().assertOk().out());
  }

  @Test
  void namesThatAPeerGivesAreNotKept() throws Exception {
    ChildJvm jvm = ChildJvm.of(ForeignNames.class).with("-Xmx200m", "-XX:+UseSerialGC");
    Differential.assertSame(jvm, jvm.withAgent(ON)).assertOk();
  }
}
