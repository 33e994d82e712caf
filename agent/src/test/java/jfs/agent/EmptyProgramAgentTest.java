package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfs.agent.programs.Empty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent has the JVM do for a program that makes no socket. */
class EmptyProgramAgentTest {

  /** A class that was loaded before the agent changed it, which takes the JVM longest. */
  private static final String REDEFINED = "__VM_RedefineClasses__";

  @TempDir Path folder;

  @Test
  void noClassIsRedefined() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "channels are sockets");
    Path log = folder.resolve("classes");
    ChildJvm jvm = ChildJvm.of(Empty.class).with("-Xlog:class+load:file=" + log + ":none");
    jvm.withAgent().run().assertOk().assertQuiet();
    List<String> loaded = Files.readAllLines(log);
    assertTrue(loaded.stream().anyMatch(line -> line.startsWith("jfs.agent.install.JdkHook ")));
    assertEquals(List.of(), loaded.stream().filter(line -> line.contains(REDEFINED)).toList());
  }
}
