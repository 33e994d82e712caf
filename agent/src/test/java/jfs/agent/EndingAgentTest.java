package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import jfs.agent.programs.peers.Endings;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How connections end if both ends were switched, or one of them, or are just about to be. */
class EndingAgentTest {

  private static final int CONNECTIONS = 100;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"on, any", "eager, any", "eager, off", "off, any"})
  void closeOfAnEndThatHasReadAllIsEndOfFile(String mode, String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder()) {
      Exit exit =
          ChildJvm.of(Endings.class, CONNECTIONS)
              .with(meeting.flag())
              .withLibrary(library)
              .withAgent("shm=" + mode + ",summary=" + folder.resolve("summary"))
              .run()
              .assertOk();
      String all = "{end of file=" + CONNECTIONS + "}\n";
      assertEquals("that never wrote: " + all + "that wrote before: " + all, exit.out(), exit::err);
      ParsedSummary summary = ParsedSummary.in(folder.resolve("summary"));
      // By default few of these live long enough to leave TCP, and on a slow host none does.
      if (!mode.equals("on")) {
        assertEquals(mode.equals("eager"), summary.onShm() > 0, summary::toString);
      }
    }
  }
}
