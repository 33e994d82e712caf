package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.peers.Survivor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cable between two JVMs breaks, mid-traffic or, with {@code -Djfs.test.quiet=true}, while
 * nothing is said. In the lab with {@code -T switched}, and in a guest of its own: it stays broken.
 */
@EnabledIfSystemProperty(named = "jfs.test.address", matches = ".+")
class RdmaLinkAgentTest {

  private static final boolean QUIET = Boolean.getBoolean("jfs.test.quiet");
  private static final int CONNECTIONS = 4;

  /**
   * Not the documented 3 s: an emulated processor, shared with other users, may miss these by
   * itself. Still far below the time of a hang. To measure, on a quiet host: 3000.
   */
  private static final long NOTICE_MILLIS = Long.getLong("jfs.link.millis", 10_000);

  @TempDir Path folder;

  @Test
  void bothEndsNotice() throws Exception {
    // Two hosts have no folder in common.
    try (RendezvousFolder ones = new RendezvousFolder();
        RendezvousFolder others = new RendezvousFolder();
        RunningJvm one = jvm(ones, "one").start();
        RunningJvm other = jvm(others, "other").start()) {
      int port = Integer.parseInt(one.readLine());
      other.readLine();
      other.send("meet " + port + " " + CONNECTIONS);
      other.expect("met");
      // A connection still on TCP by then would notice as TCP does: not at all while no thread
      // writes.
      SwitchedConnections.await(
          "rdma",
          List.of(ones, others),
          2 * CONNECTIONS,
          () -> {
            for (RunningJvm jvm : new RunningJvm[] {one, other}) {
              jvm.send("word");
              jvm.expect("said");
            }
          });
      isolate("sa"); // this counts once the other one is, too
      if (!QUIET) {
        one.send("talk");
        other.send("talk");
        TimeUnit.SECONDS.sleep(1); // of traffic: any moment will do
      }
      long down = System.nanoTime();
      isolate("sb");
      for (RunningJvm jvm : new RunningJvm[] {one, other}) {
        jvm.send("killed " + down);
      }
      for (RunningJvm jvm : new RunningJvm[] {one, other}) {
        long millis = Long.parseLong(jvm.readLine());
        System.err.println("noticed after " + millis + " ms");
        assertTrue(millis < NOTICE_MILLIS, () -> "noticed after " + millis + " ms");
      }
      RdmaResources.awaitNone(one.pid());
      RdmaResources.awaitNone(other.pid());
      one.waitForExit().assertOk().assertQuiet();
      other.waitForExit().assertOk().assertQuiet();
    }
    assertEquals(CONNECTIONS, ParsedSummary.in(folder.resolve("one")).onRdma());
    assertEquals(CONNECTIONS, ParsedSummary.in(folder.resolve("other")).onRdma());
  }

  /**
   * A switch passes nothing between two ports that are isolated (bridge-link(8)). Through sysfs: to
   * start a program would take as long as half of what is measured.
   */
  private static void isolate(String port) throws IOException {
    Files.writeString(Path.of("/sys/class/net", port, "brport/isolated"), "1");
  }

  private ChildJvm jvm(RendezvousFolder meeting, String name) {
    return ChildJvm.of(Survivor.class, "quiet")
        .with(meeting.flag())
        .withLibrary("any")
        .withAgent("rdma=eager,summary=" + folder.resolve(name));
  }
}
