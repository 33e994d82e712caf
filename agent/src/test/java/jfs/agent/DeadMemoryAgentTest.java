package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jfs.agent.programs.peers.Survivor;
import jfs.agent.programs.peers.Victim;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM gives back what it shared with a JVM that was killed, even if nothing is collected. */
class DeadMemoryAgentTest {

  private static final int CONNECTIONS = 3;

  /** The first release in which Java can release a mapping without the native library. */
  private static final int SCOPED = 22;

  /** One GiB of addresses: a JVM has two of these for each JVM that it meets. */
  private static final long ARENA = 1L << 30;

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void memoryOfTheDeadGoesWithTheirConnections(String library) throws Exception {
    assumeTrue(library.equals("any") || Runtime.version().feature() >= SCOPED);
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm survivor =
            jvm(meeting, library, Survivor.class)
                .with("-Xmx1g", "-Xms1g", "-Xmn900m", "-XX:+UseSerialGC", "-Xlog:gc:stderr")
                .start()) {
      int port = Integer.parseInt(survivor.readLine());
      try (RunningJvm victim = jvm(meeting, library, Victim.class, port, CONNECTIONS).start()) {
        victim.readLine();
        SwitchedConnections.awaitAny("shm", meeting, victim.pid());
        // Two, and more if both JVMs have begun to look for each other at once.
        assertTrue(arenas(survivor).size() >= 2, () -> "before: " + survivor.errSoFar());
        victim.kill();
      }
      survivor.send("killed " + System.nanoTime());
      survivor.readLine();
      long end = System.nanoTime() + RunningJvm.patienceNanos(10);
      while (!arenas(survivor).isEmpty()) {
        assertTrue(System.nanoTime() < end, "still mapped: " + arenas(survivor));
        LockSupport.parkNanos(1_000_000);
      }
      Exit exit = survivor.waitForExit().assertOk();
      assertTrue(!exit.err().contains("Pause"), "it has been collected, which proves nothing");
    }
  }

  private static ChildJvm jvm(
      RendezvousFolder meeting, String library, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag(), "-Dchatter.rest.millis=50") // so that there is little garbage
        .withLibrary(library)
        .withAgent("shm=eager");
  }

  /** The mappings of shared memory, in a JVM that shares none with itself. */
  private static List<String> arenas(RunningJvm jvm) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc", jvm.pid(), "maps"))) {
      return lines
          .filter(line -> line.contains("rw-s") && !line.contains("jfs-let-go"))
          .filter(line -> length(line) == ARENA)
          .toList();
    }
  }

  private static long length(String line) {
    String range = line.substring(0, line.indexOf(' '));
    int dash = range.indexOf('-');
    return Long.parseLong(range.substring(dash + 1), 16)
        - Long.parseLong(range.substring(0, dash), 16);
  }
}
