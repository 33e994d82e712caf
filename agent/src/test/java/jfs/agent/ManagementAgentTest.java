package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.others.ToolsAgent;
import jfs.agent.programs.Hello;
import jfs.agent.programs.ManagedConnections;
import jfs.agent.programs.OwnMBeanServer;
import jfs.agent.programs.RecordedConnections;
import jfs.agent.programs.RecordedShortage;
import jfs.agent.programs.WatchedConnections;
import jfs.core.config.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What JMX and the flight recorder show of connections, in programs that have them. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ManagementAgentTest {

  @TempDir Path folder;

  private static void assertShown(String out, int opened, int accepted) {
    List<String> lines = out.lines().toList();
    assertTrue(lines.contains("Version " + Version.string()), out);
    assertTrue(lines.contains("Opened " + opened), out);
    assertTrue(lines.contains("Accepted " + accepted), out);
    assertTrue(lines.contains("Live 2"), out);
    for (String attribute : List.of("Connections", "Sent", "Received", "Reasons", "Waits")) {
      String line = lines.stream().filter(l -> l.startsWith(attribute + " ")).findAny().orElse("");
      assertTrue(line.contains("="), out);
    }
  }

  @Test
  void connectionsAreShown() throws Exception {
    Exit exit = ChildJvm.of(ManagedConnections.class).withAgent("shm=off,streams=on").run();
    exit.assertOk().assertQuiet();
    assertShown(exit.out(), 2, 2);
    assertTrue(exit.out().contains("Streams on"), exit.out());
    assertTrue(exit.out().contains("Sent [tcp=20,"), exit.out());
    assertTrue(exit.out().contains("Reasons [switched-off=4]"), exit.out());
  }

  @Test
  void whereTheAgentComesLaterToo() throws Exception {
    ChildJvm program = ChildJvm.of(ManagedConnections.class, "waits");
    try (RunningJvm jvm = program.with("-XX:+EnableDynamicAgentLoading").start()) {
      jvm.expect("ready");
      ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "attach", jvm.pid()).run().assertOk();
      jvm.send("go on");
      assertShown(jvm.waitForExit().assertOk().assertQuiet().out(), 2, 2);
    }
  }

  /** A program that is watched may never gain anything from that. */
  @Test
  void figuresGiveJfsNoPart() throws Exception {
    Path log = folder.resolve("classes");
    Path summary = folder.resolve("summary");
    Exit exit =
        ChildJvm.of(ManagedConnections.class)
            .with("-Xlog:class+load:file=" + log + ":none")
            .withAgent("shm=on,summary=" + summary)
            .run()
            .assertOk();
    assertShown(exit.assertQuiet().out(), 2, 2);
    assertTrue(exit.out().contains("Sent [tcp=20,"), exit.out());
    assertTrue(exit.out().contains("Reasons [unpaired=4]"), exit.out());
    ParsedSummary.in(summary).assertBytes(20, 20);
    List<String> loaded = Files.readAllLines(log);
    assertTrue(loaded.stream().anyMatch(line -> line.startsWith("jfs.core.stats.Totals ")));
    String part = "jfs.core.LateSocket ";
    assertEquals(List.of(), loaded.stream().filter(line -> line.startsWith(part)).toList());
  }

  /** Also while JFS gets its part in it. */
  @Test
  void eachConnectionCountsOnceAtAnyMoment() throws Exception {
    int count = 3_000;
    Exit exit = ChildJvm.of(WatchedConnections.class, count).withAgent("shm=on").run().assertOk();
    int all = 2 * count;
    assertEquals(all + " " + all + " 0\n", exit.assertQuiet().out());
  }

  private static long count(String form, Exit exit) {
    return exit.out().lines().filter(line -> line.matches(form)).count();
  }

  private ChildJvm recorded(String options, int rounds) throws Exception {
    return ChildJvm.of(RecordedConnections.class, rounds)
        .with("-Xlog:jfr*=off", "-Xlog:disable")
        .withAgent(options);
  }

  @Test
  void flightRecorderSeesUpgrades() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "others stay on TCP");
    try (RendezvousFolder meeting = new RendezvousFolder()) {
      Exit exit = recorded("shm=eager,shm_dir=" + meeting.parent(), 300_000).run().assertOk();
      for (String origin : List.of("opened", "accepted")) {
        String form = "jfs.ConnectionUpgraded " + origin + " 127.0.0.1:\\d+ 127.0.0.1:\\d+ shm";
        assertTrue(count(form, exit) >= 1, exit::toString);
      }
      assertTrue(count("jfs.ConnectionTotals shm [1-9].*", exit) >= 1, exit::toString);
    }
  }

  @Test
  void flightRecorderSeesATransportFail() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "others stay on TCP");
    HostCommands.require("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt");
    Path small = Files.createDirectory(folder.resolve("small"));
    Exit exit =
        ChildJvm.of(RecordedShortage.class)
            .with("-Xlog:jfr*=off", "-Xlog:disable")
            .withLibrary("off")
            .withAgent("shm=eager,log=error,shm_dir=" + small)
            .withShell(
                HostCommands.inNew("-m", "mount -t tmpfs -o size=300k,mode=700 none " + small))
            .run()
            .assertOk();
    String form = "jfs.TransportFailed opened 127.0.0.1:\\d+ shm no-memory";
    assertEquals(1, count(form, exit), exit::toString);
  }

  /** JFS's own classes need not be there for a connection that only ends. */
  @Test
  void flightRecorderSeesWhatStays() throws Exception {
    Exit exit = recorded("shm=on", 3).run().assertOk();
    String form = "jfs.ConnectionStayed %s \\S+ 127.0.0.1:\\d+ unpaired %d %d";
    for (String origin : List.of("opened", "accepted")) {
      assertEquals(1, count(form.formatted(origin, 300, 300), exit), exit::toString);
      assertEquals(1, count(form.formatted(origin, 100, 100), exit), exit::toString);
    }
    assertEquals(0, count("jfs.ConnectionUpgraded.*", exit), exit::toString);
  }

  /** It would take longer to start. */
  @Test
  void noProgramGetsAnMBeanServerFromJfs() throws Exception {
    Path log = folder.resolve("classes");
    ChildJvm.of(Hello.class)
        .with("-Xlog:class+load:file=" + log + ":none")
        .withAgent()
        .run()
        .assertOk();
    List<String> loaded = Files.readAllLines(log);
    assertTrue(loaded.stream().anyMatch(line -> line.startsWith("jfs.agent.install.JdkHook ")));
    assertEquals(List.of(), loaded.stream().filter(line -> line.contains(".management.")).toList());
  }

  @Test
  void jvmWithoutTheModuleDoesWithout() throws Exception {
    ChildJvm.of(Hello.class)
        .with("--limit-modules", "java.base,java.instrument")
        .withAgent()
        .run()
        .assertOk()
        .assertQuiet();
  }

  /** It has them before JFS is there to see them come. */
  @Test
  void whereAnAgentBeforeHasTheToolsToo() throws Exception {
    String before = OtherAgent.flag(ToolsAgent.class, folder, "");
    ChildJvm shown = ChildJvm.of(ManagedConnections.class).with("-Xlog:disable", before);
    assertShown(shown.withAgent("shm=off").run().assertOk().assertQuiet().out(), 2, 2);
    ChildJvm program = ChildJvm.of(RecordedConnections.class, 3);
    Exit exit = program.with("-Xlog:disable", before).withAgent("shm=on").run().assertOk();
    String form = "jfs.ConnectionStayed opened \\S+ 127.0.0.1:\\d+ unpaired \\d+ \\d+";
    assertEquals(2, count(form, exit), exit::toString);
  }

  /** The launcher reads the flags there, and the command line does not show them. */
  @Test
  void whereAnArgumentFileNamesThatAgentToo() throws Exception {
    Path arguments = folder.resolve("arguments");
    Files.writeString(arguments, OtherAgent.flag(ToolsAgent.class, folder, ""));
    ChildJvm shown = ChildJvm.of(ManagedConnections.class).with("-Xlog:disable", "@" + arguments);
    assertShown(shown.withAgent("shm=off").run().assertOk().assertQuiet().out(), 2, 2);
  }

  /** A program that takes the first of all servers must not get one that JFS has brought. */
  @Test
  void theProgramsOwnMBeanServerStaysTheOnlyOne() throws Exception {
    Exit exit = ChildJvm.of(OwnMBeanServer.class).withAgent("shm=off").run().assertOk();
    assertEquals("servers 1\nown has it: false\n", exit.assertQuiet().out());
  }
}
