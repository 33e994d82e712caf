package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.peers.ManyConnections;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What idle connections over shared memory cost, and what is left of them afterwards. The system
 * properties {@code jfs.footprint.connections} and {@code jfs.footprint.cycles} set how many there
 * are.
 */
class FootprintAgentTest {

  private static final int CONNECTIONS = Integer.getInteger("jfs.footprint.connections", 300);
  private static final int CYCLES = Integer.getInteger("jfs.footprint.cycles", 1000);

  /** The most that an idle connection may touch of shared memory. */
  private static final long SHARED_KIB = 16;

  /** The most that one connection may cost if 10,000 may cost 400 MiB. */
  private static final long KIB = 400 * 1024 / 10_000;

  /**
   * Memory of connections that is not free yet when the next one needs some; far below all of it.
   */
  private static final long LATE_KIB = 1024;

  /** What the first connections of a JVM bring with them: classes, tables, the arenas' heads. */
  private static final long HEAP_SLACK_KIB = 1024;

  /** Two JVMs that meet at once have two links, and may begin to use the second one later. */
  private static final int SECOND_LINK = 4;

  private static final int PATIENCE_SECONDS = 20;

  @TempDir Path folder;

  /** What {@link ManyConnections} counts. */
  private record Counts(long sharedKib, long heapKib, long mappings, long descriptors) {
    static Counts of(RunningJvm jvm) throws IOException {
      jvm.send("count");
      long[] each =
          Arrays.stream(jvm.readLine().split(" ", -1)).mapToLong(Long::parseLong).toArray();
      return new Counts(each[0], each[1], each[2], each[3]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void idleConnectionsCostLittle(String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, library, "server").start();
        RunningJvm client = jvm(meeting, library, "client", server.readLine()).start()) {
      Counts[] before = untilTheFirstIsShared(meeting, server, client);
      List<RunningJvm> jvms = List.of(server, client);
      both(server, client, "keep " + CONNECTIONS);
      SwitchedConnections.await(
          "shm", meeting, 2 * (CONNECTIONS + 1), () -> both(server, client, "talk"));
      for (int i = 0; i < before.length; i++) {
        Counts after = Counts.of(jvms.get(i));
        String counts = before[i] + " then " + after;
        System.err.println(CONNECTIONS + " connections: " + counts);
        long shared = after.sharedKib - before[i].sharedKib;
        long heap = after.heapKib - before[i].heapKib;
        assertTrue(shared > 0, counts);
        assertTrue(shared <= SHARED_KIB * CONNECTIONS, counts);
        assertTrue(shared + heap <= KIB * CONNECTIONS + HEAP_SLACK_KIB, counts);
      }
      end(server, client, meeting);
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve("client"));
    assertEquals(CONNECTIONS + 1, summary.onShm(), summary::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void nothingIsLeftOfConnectionsThatWere(String library) throws Exception {
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = jvm(meeting, library, "server").start();
        RunningJvm client = jvm(meeting, library, "client", server.readLine()).start()) {
      Counts[] before = untilTheFirstIsShared(meeting, server, client);
      List<RunningJvm> jvms = List.of(server, client);
      List<String> files = meeting.files();
      both(server, client, "cycle " + CYCLES);
      for (int i = 0; i < before.length; i++) {
        awaitNoMoreThan(before[i], jvms.get(i));
      }
      assertEquals(files, meeting.files());
      end(server, client, meeting);
    }
    ParsedSummary summary = ParsedSummary.in(folder.resolve("client"));
    assertTrue(summary.onShm() > 1, summary::toString);
  }

  /** What both JVMs count while they keep one connection over shared memory. */
  private static Counts[] untilTheFirstIsShared(
      RendezvousFolder meeting, RunningJvm server, RunningJvm client) throws IOException {
    both(server, client, "keep 1");
    SwitchedConnections.await("shm", meeting, 2, () -> both(server, client, "talk"));
    return new Counts[] {Counts.of(server), Counts.of(client)};
  }

  /** Some memory is given back a moment after the close, and no event tells when. */
  private static void awaitNoMoreThan(Counts before, RunningJvm jvm) throws IOException {
    long end = System.nanoTime() + RunningJvm.patienceNanos(PATIENCE_SECONDS);
    Counts after = Counts.of(jvm);
    while (after.mappings > before.mappings + SECOND_LINK
        || after.descriptors > before.descriptors + SECOND_LINK
        || after.sharedKib > before.sharedKib + LATE_KIB) {
      String counts = before + " then " + after;
      assertTrue(System.nanoTime() < end, counts);
      LockSupport.parkNanos(10_000_000);
      after = Counts.of(jvm);
    }
  }

  private static void both(RunningJvm server, RunningJvm client, String line) throws IOException {
    server.send(line);
    client.send(line);
    server.expect("done");
    client.expect("done");
  }

  private static void end(RunningJvm server, RunningJvm client, RendezvousFolder meeting)
      throws Exception {
    both(server, client, "drop");
    client.waitForExit().assertOk().assertQuiet();
    server.waitForExit().assertOk().assertQuiet();
    assertEquals(List.of(), meeting.files());
  }

  private ChildJvm jvm(RendezvousFolder meeting, String library, String name, Object... arguments) {
    return ChildJvm.of(ManyConnections.class, arguments)
        .with(meeting.flag(), "-XX:+UseSerialGC")
        .withLibrary(library)
        .withTime((CONNECTIONS + CYCLES) / 20)
        .withAgent("shm=eager,summary=" + folder.resolve(name));
  }
}
