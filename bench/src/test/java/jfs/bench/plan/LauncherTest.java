package jfs.bench.plan;

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

  private static final Launcher.Additions PLAIN =
      new Launcher.Additions(List.of("taskset", "-c", "1"), List.of("-Dmore=1"));

  private static List<String> command(Launcher.Additions additions) {
    return LAUNCHER.command(Family.PLAIN, additions, List.of("client", "rmi", "9"));
  }

  private static List<String> withAgent(String options) {
    return command(LAUNCHER.withAgent(PLAIN, options, Path.of("/tmp/s")));
  }

  @Test
  void givesEveryVariantTheSameCommandButForTheAgent() {
    List<String> plain = command(PLAIN);
    List<String> jfs = withAgent("");
    assertEquals(
        List.of("taskset", "-c", "1", "/jdk/bin/java", "-Xmx1g", "-Dmore=1", "-cp"),
        plain.subList(0, 7));
    assertEquals(
        List.of("jfs.bench.program.ProgramMain", "client", "rmi", "9"), plain.subList(8, 12));
    assertFalse(String.join(" ", plain).contains("agent.jar"));
    assertTrue(jfs.contains("-javaagent:/jfs-agent.jar=summary=/tmp/s"));
    assertEquals(plain, jfs.stream().filter(word -> !word.startsWith("-javaagent")).toList());
  }

  @Test
  void passesAVariantsOptionsToTheAgent() {
    assertTrue(
        withAgent("carrier=channel")
            .contains("-javaagent:/jfs-agent.jar=summary=/tmp/s,carrier=channel"));
  }
}
