package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code ./jfs} in a tree of its scripts alone, with a Java and a Maven that only say something.
 */
class ScriptsTest {

  private static final String JAR = "agent/target/jfs-agent.jar";
  private static final String BENCH = "bench/target/jfs-bench.jar";

  @TempDir private Path folder;

  private Path root;
  private Path said;

  @BeforeEach
  void makeTree() throws IOException {
    assumeTrue(SourceTree.isThere() && Files.isExecutable(Path.of("/bin/bash")));
    // Folders of these names in the tree say which files are sources.
    root = Files.createDirectories(folder.resolve("src/docs"));
    said = folder.resolve("said");
    copy("jfs");
    assertTrue(root.resolve("jfs").toFile().setExecutable(true));
    try (Stream<Path> scripts = Files.list(SourceTree.at("scripts"))) {
      for (Path script : scripts.filter(file -> file.toString().endsWith(".sh")).toList()) {
        copy("scripts/" + script.getFileName());
      }
    }
    copy("lab/commands.sh");
    program("java home/bin/java", "echo \"java $*\"");
    program("java home/bin/javac", "");
    Files.writeString(folder.resolve("java home/release"), "JAVA_VERSION=\"17.0.1\"\n");
    program("bin/mvn", "echo built; mkdir -p {agent,bench}/target; touch " + JAR + " " + BENCH);
  }

  private void copy(String file) throws IOException {
    Path copy = root.resolve(file);
    Files.createDirectories(copy.getParent());
    Files.copy(SourceTree.at(file), copy);
  }

  /** A file of the tree with something in it. */
  private void file(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "something\n");
  }

  private void program(String name, String does) throws IOException {
    Path program = folder.resolve(name);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/bash\n" + does + "\n");
    assertTrue(program.toFile().setExecutable(true));
  }

  private void makeJars() throws IOException {
    file(JAR);
    file(BENCH);
  }

  /** Runs it, and answers all that it says, with its exit status in a line before. */
  private String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(root.resolve("jfs").toString(), "--no-install"));
    command.addAll(List.of(arguments));
    int status = builder(command.toArray(new String[0])).start().waitFor();
    return status + "\n" + Files.readString(said);
  }

  private ProcessBuilder builder(String... command) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .redirectInput(new File("/dev/null"));
    builder.environment().put("JAVA_HOME", folder.resolve("java home").toString());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, bin) -> bin + path);
    return builder;
  }

  private String jar() {
    return root.resolve(JAR).toString();
  }

  private void makeNewer(String name) throws IOException {
    file(name);
    long millis = Files.getLastModifiedTime(root.resolve(JAR)).toMillis() + 1000;
    Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(millis));
  }

  private void assertSaid(String form, String said) {
    assertTrue(said.matches("(?s)" + form.replace("JAR", Pattern.quote(jar()))), said);
  }

  /** A JVM that is asked may run from it. */
  @ParameterizedTest
  @ValueSource(strings = {"status", "top", "doctor", "attach", "set", "detach"})
  void aCommandAboutJvmsLeavesTheirJarAlone(String command) throws Exception {
    assertSaid("0\n.*built\njava -jar JAR " + command + " 1\n", run(command, "1"));
    assertEquals("0\njava -jar " + jar() + " " + command + " 1\n", run(command, "1"));
    makeNewer("README.md");
    assertEquals("0\njava -jar " + jar() + " " + command + " 1\n", run(command, "1"));
    makeNewer("agent/src/New.java");
    String said = run(command, "1");
    assertSaid("0\njfs: the sources are newer [^\n]*\njava -jar JAR " + command + " 1\n", said);
    assertSaid("0\n.*built\njava -jar JAR demo\n", run("demo"));
  }

  @Test
  void theTreeIsFoundByALinkAndWhereCdLooksElsewhere() throws Exception {
    makeJars();
    Path link = Files.createSymbolicLink(folder.resolve("link"), root.resolve("jfs"));

    String told = "cd '" + folder + "' && export CDPATH=. && bash " + link.getFileName() + " demo";
    Process process = builder("bash", "-c", told).start();
    assertEquals(0, process.waitFor());
    assertEquals("java -jar " + jar() + " demo\n", Files.readString(said));
  }

  /** Small images have no procps. */
  @Test
  void whetherSomebodyCanAnswerIsKnownWithoutPs() throws Exception {
    Path few = Files.createDirectory(folder.resolve("few"));
    for (String tool : List.of("bash", "uname")) {
      Files.createSymbolicLink(few.resolve(tool), found(tool));
    }
    String ask =
        ("PATH='" + few + "'; cd '" + root + "'; . scripts/packages.sh; ")
            + "type ps; if in_foreground; then echo in front; else echo behind; fi";
    assertEquals("behind", lastSaid(found("setsid").toString(), "-w", "bash", "-c", ask));
    String onTerminal = "exec bash -c \"" + ask + "\"";
    assertEquals("in front", lastSaid(found("script").toString(), "-qec", onTerminal, "/dev/null"));
  }

  private static Path found(String tool) {
    Optional<Path> found =
        Stream.of(System.getenv("PATH").split(":", -1))
            .map(place -> Path.of(place, tool).toAbsolutePath())
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), "no " + tool);
    return found.get();
  }

  /** The last line that a command says; {@code ps} must not be among what it finds. */
  private String lastSaid(String... command) throws Exception {
    assertEquals(0, builder(command).start().waitFor());
    List<String> lines = Files.readString(said).strip().lines().toList();
    assertTrue(lines.get(0).contains("ps: not found"), lines.toString());
    return lines.get(lines.size() - 1);
  }

  @Test
  void aValueWithACommaIsNotCutAtIt() throws Exception {
    makeJars();
    assertEquals(
        "0\njava -javaagent:" + jar() + "=shm=off,log=info Main\n",
        run("run", "--shm=off", "--log=info", "Main"));
    assertEquals(
        "1\njfs: run: a value cannot have a comma: '--log_file=a,b'\n",
        run("run", "--log_file=a,b", "Main"));
  }
}
