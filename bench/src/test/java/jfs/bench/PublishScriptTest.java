package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code publish.sh} with a {@code ./jfs} that only writes down what it is told. */
class PublishScriptTest {

  @TempDir private Path root;

  private Path told;
  private Path said;

  @BeforeEach
  void makeFolder() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")));
    told = root.resolve("told");
    said = root.resolve("said");
    Path jfs =
        Files.writeString(root.resolve("jfs"), "#!/bin/bash\necho \"$*\" >> '" + told + "'\n");
    assertTrue(jfs.toFile().setExecutable(true));
    Files.createDirectory(root.resolve("bench"));
    Files.copy(Path.of("publish.sh"), root.resolve("bench/publish.sh"));
  }

  private int run(String... suites) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("/bin/bash", root.resolve("bench/publish.sh").toString()));
    command.addAll(List.of(suites));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .redirectInput(new File("/dev/null"))
        .start()
        .waitFor();
  }

  @Test
  void measuresTheSuitesThatAreNamed() throws Exception {
    assertEquals(0, run("busy-quota-0.5", "incast"), Files.readString(said));
    List<String> lines = Files.readAllLines(told);
    assertEquals(3, lines.size(), lines.toString());
    assertTrue(lines.get(0).startsWith("bench incast --forks 2 --json "), lines.toString());
    assertTrue(lines.get(1).startsWith("bench busy --quota 0.5 --json "), lines.toString());
    assertTrue(lines.get(2).startsWith("bench page "), lines.toString());
  }

  @Test
  void measuresAllUnlessToldWhich() throws Exception {
    assertEquals(0, run(), Files.readString(said));
    long suites = Files.readAllLines(told).stream().filter(line -> line.contains("--json")).count();
    assertTrue(suites > 20, suites + " suites");
  }

  @Test
  void aSuiteThatThereIsNotIsAnErrorBeforeAnythingIsMeasured() throws Exception {
    assertEquals(2, run("incast", "pingpnog"));
    assertTrue(
        Files.readString(said).startsWith("publish: no suite 'pingpnog'; known: pingpong-two "),
        Files.readString(said));
    assertFalse(Files.exists(told));
  }
}
