package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.Hello;
import jfs.agent.programs.ManagedConnections;
import jfs.core.config.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What JMX shows of connections, in programs that have it. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ManagementAgentTest {

  @TempDir Path folder;

  private static void assertShown(String out, int opened, int accepted) {
    List<String> lines = out.lines().toList();
    assertTrue(lines.contains("Version " + Version.string()), out);
    assertTrue(lines.contains("Opened " + opened), out);
    assertTrue(lines.contains("Accepted " + accepted), out);
    assertTrue(lines.contains("Live 2"), out);
    for (String attribute : List.of("Connections", "Sent", "Received", "Reasons")) {
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
}
