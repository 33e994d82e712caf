package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.soak.Soak;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random traffic between two JVMs, with the modes mixed. {@code -Djfs.soak.seconds=300} for a long
 * one; the seed that it prints repeats a failure, as far as threads allow.
 */
class SoakAgentTest {

  private static final int SECONDS = Integer.getInteger("jfs.soak.seconds", 2);

  /**
   * Few on the lab's emulated processors: of many, each would end before the two JVMs have the time
   * to agree on RDMA.
   */
  private static final int CONNECTIONS =
      Integer.getInteger("jfs.soak.connections", Medium.isRdma() ? 3 : 50);

  private static final long SEED = Long.getLong("jfs.soak.seed", System.nanoTime());

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "plain, plain, any",
    "on, on, any",
    "eager, eager, off",
    "on, eager, off",
    "eager, on, any"
  })
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void everyByteArrives(String server, String client, String library) throws Exception {
    assumeFalse(Medium.isRdma() && server.equals("plain"), "the same without a device");
    String what = "server " + server + ", client " + client + ", seed " + SEED;
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm serving = jvm(server, library, meeting, "serve").start()) {
      int port = Integer.parseInt(serving.readLine());
      Exit exit = jvm(client, library, meeting, "connect", port, CONNECTIONS, SECONDS, SEED).run();
      assertEquals(0, exit.code(), () -> what + exit + serving.errSoFar());
      serving.send("end");
      Exit served = serving.waitForExit();
      assertEquals(0, served.code(), () -> what + served);
      assertEquals("played some\n", exit.out());
      assertEquals("played some\n", served.out());
      System.err.println(what + ": " + exit.err() + served.err());
      if (!server.equals("plain")) {
        ParsedSummary one = ParsedSummary.in(folder.resolve(server + "-serve"));
        ParsedSummary other = ParsedSummary.in(folder.resolve(client + "-connect"));
        System.err.println("server " + one + "\nclient " + other);
        assertTrue(Medium.carried(one) > 0 && Medium.carried(other) > 0, one + " " + other);
        assertEquals(one.accepted(), other.opened());
      }
      assertEquals(List.of(), meeting.files());
    }
  }

  private ChildJvm jvm(String mode, String library, RendezvousFolder meeting, Object... arguments) {
    ChildJvm jvm = ChildJvm.of(Soak.class, arguments).withTime(SECONDS + 120);
    if (mode.equals("plain")) {
      return jvm;
    }
    Path summary = folder.resolve(mode + "-" + arguments[0]);
    return jvm.with(meeting.flag())
        .withLibrary(Medium.isRdma() ? "any" : library) // there is no RDMA without it
        .withAgent(Medium.options(mode) + ",summary=" + summary);
  }
}
