package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LauncherTest {

  private static final Launcher LAUNCHER =
      new Launcher(Path.of("/jdk"), List.of("-Xmx1g"), Optional.of(Path.of("/jfs-agent.jar")));

  private static List<String> command(String agentOptions) {
    return LAUNCHER.command(
        List.of("taskset", "-c", "1"),
        Optional.ofNullable(agentOptions),
        List.of("-Dmore=1"),
        Path.of("/tmp/s"),
        "Main",
        List.of("9"));
  }

  @Test
  void givesEveryVariantTheSameCommandButForTheAgent() {
    List<String> plain = command(null);
    List<String> jfs = command("");
    assertEquals(
        List.of("taskset", "-c", "1", "/jdk/bin/java", "-Xmx1g", "-Dmore=1", "-cp"),
        plain.subList(0, 7));
    assertEquals(List.of("Main", "9"), plain.subList(8, 10));
    assertFalse(String.join(" ", plain).contains("agent.jar"));
    assertTrue(jfs.contains("-javaagent:/jfs-agent.jar=summary=/tmp/s"));
    assertEquals(plain, jfs.stream().filter(word -> !word.startsWith("-javaagent")).toList());
  }

  @Test
  void passesAVariantsOptionsToTheAgent() {
    assertTrue(
        command("carrier=channel")
            .contains("-javaagent:/jfs-agent.jar=summary=/tmp/s,carrier=channel"));
  }
}
