package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import jfs.agent.programs.DeepStack;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program whose stack overflows in JFS uses the connection again. */
class StackOverflowAgentTest {

  @TempDir Path folder;

  /** The JVM warns where it lends a reserved page; it does so with the JDK's own locks, too. */
  @ParameterizedTest
  @CsvSource({
    "socket, 'shm=on'",
    "socket, 'shm=eager'",
    "socket, 'shm=off'",
    "channel, 'channels=on,shm=eager'",
  })
  void noByteIsLostAndNothingHangs(String kind, String options) throws Exception {
    Path summary = folder.resolve("summary");
    Exit exit =
        ChildJvm.of(DeepStack.class, kind)
            .with("-XX:-PrintWarnings")
            .withAgent(options + ",summary=" + summary)
            .run()
            .assertOk(); // the JVM speaks of any agent that it cannot tell of a class
    assertEquals("exact\n", exit.out());
    boolean shares = !options.equals("shm=off");
    assertEquals(shares ? 2 : 0, ParsedSummary.in(summary).onShm());
  }
}
