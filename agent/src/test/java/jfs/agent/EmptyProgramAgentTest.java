package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jfs.agent.programs.Empty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent has the JVM do for a program that makes no socket. */
class EmptyProgramAgentTest {

  /** A class that was there before the agent changed it, which takes the JVM longest. */
  private static final String REDEFINED = "__VM_RedefineClasses__";

  private static final Set<String> SOCKETS = Set.of("java.net.Socket", "java.net.ServerSocket");

  @TempDir Path folder;

  @Test
  void noSocketIsLoadedAndNoClassRedefined() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "channels are sockets");
    Path log = folder.resolve("classes");
    ChildJvm jvm = ChildJvm.of(Empty.class).with("-Xlog:class+load:file=" + log + ":none");
    jvm.withAgent().run().assertOk().assertQuiet();
    List<String> loaded = Files.readAllLines(log);
    assertTrue(loaded.stream().anyMatch(line -> line.startsWith("jfs.agent.install.JdkHook ")));
    assertEquals(List.of(), loaded.stream().filter(EmptyProgramAgentTest::isForNothing).toList());
  }

  private static boolean isForNothing(String line) {
    return line.contains(REDEFINED) || SOCKETS.contains(line.split(" ", 2)[0]);
  }
}
