package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.apps.AppClient;
import jfs.agent.programs.apps.AppServer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users run goes over the fast transport, and not over TCP beside it. */
class AppsAgentTest {

  private static final int EXCHANGES = 50;

  /** An exchange over TCP takes at least three: 100 KB both ways, in segments of 64 KB. */
  private static final int MOST_SEGMENTS = EXCHANGES / 2;

  private static final long PATIENCE_NANOS = RunningJvm.patienceNanos(60);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"rmi", "jdbc", "http"})
  @Timeout(value = 12, unit = TimeUnit.MINUTES)
  void leavesTcp(String app) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, "server", AppServer.class, app).start();
        RunningJvm client =
            jvm(meeting, "client", AppClient.class, app, server.readLine()).start()) {
      long end = System.nanoTime() + PATIENCE_NANOS;
      long segments = exchange(client);
      // Segments are counted for the whole host, so they mean something only if nothing else runs.
      while (Medium.isRdma()
          ? segments >= MOST_SEGMENTS
          : !isShared(meeting, client) || !isShared(meeting, server)) {
        String text = segments + " segments sent by TCP";
        assertTrue(System.nanoTime() < end, text);
        segments = exchange(client);
      }
      client.waitForExit().assertOk().assertQuiet();
      server.waitForExit().assertOk().assertQuiet();
      for (String name : new String[] {"client", "server"}) {
        ParsedSummary summary = ParsedSummary.in(folder.resolve(name));
        assertTrue(Medium.carried(summary) > 0, summary::toString);
      }
    }
  }

  private static boolean isShared(RendezvousFolder meeting, RunningJvm jvm) throws IOException {
    return SwitchedConnections.hasAny("shm", meeting, jvm.pid());
  }

  /** Makes some exchanges and answers how many segments TCP has sent meanwhile. */
  private static long exchange(RunningJvm client) throws Exception {
    long before = segmentsOfTcp();
    client.send(String.valueOf(EXCHANGES));
    client.expect("done");
    return segmentsOfTcp() - before;
  }

  private ChildJvm jvm(RendezvousFolder meeting, String name, Class<?> main, Object... arguments) {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag())
        .withClassPath(
            Agent.locationOf(main) + File.pathSeparator + Agent.locationOf(org.h2.Driver.class))
        .withLibrary("any")
        .withAgent(Medium.options("on") + ",summary=" + folder.resolve(name))
        .withTime(60);
  }

  /** The segments that this host has sent; RFC 4022, tcpOutSegs. */
  private static long segmentsOfTcp() throws Exception {
    List<String> tcp =
        Files.readAllLines(Path.of("/proc/net/snmp")).stream()
            .filter(line -> line.startsWith("Tcp: "))
            .toList();
    int column = List.of(tcp.get(0).split(" ", -1)).indexOf("OutSegs");
    return Long.parseLong(tcp.get(1).split(" ", -1)[column]);
  }
}
