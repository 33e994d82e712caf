package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import jfs.agent.programs.Hello;
import jfs.agent.programs.OpenedPackages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar as it is distributed, and where it is run. */
class JarAgentTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"META-INF/LICENSE", "META-INF/NOTICE"})
  void saysUnderWhichTermsItIs(String name) throws Exception {
    try (ZipFile jar = new ZipFile(Agent.jar().toFile())) {
      String text =
          new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text.contains("Apache License"), text);
    }
  }

  /** A name that does not depend on what the file is called. */
  @Test
  void isAModuleWithAName() {
    ModuleReference module = ModuleFinder.of(Agent.jar()).find("org.jfs.agent").orElseThrow();
    assertTrue(module.descriptor().packages().contains("jfs.core"), module::toString);
  }

  private static ChildJvm run(String... options) {
    List<String> command = new ArrayList<>(List.of("-jar", Agent.jar().toString(), "run"));
    command.addAll(List.of(options));
    command.add("--class-path=" + Agent.locationOf(Hello.class));
    command.add(Hello.class.getName());
    return ChildJvm.ofTool("java", command.toArray(new String[0]));
  }

  /**
   * An agent that a site puts into every user's environment must not keep a program from running.
   */
  @Test
  void runNamesTheOptionsThatAnAgentBeforeItHasOtherwise() throws Exception {
    String agent = "-javaagent:" + Agent.jar() + "=shm=off";
    Exit exit = run("--shm=on", "--summary=stderr").with(agent).run().assertOk();
    assertEquals("hello\n", exit.out());
    String line = exit.assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: warn: already installed"), line);
    assertTrue(line.endsWith("summary=stderr (is not set), shm=on (is off)"), line);
    assertEquals("hello\n", run("--shm=off").with(agent).run().assertOk().assertQuiet().out());
  }

  /** Such as in an image that jlink made for a program. */
  @Test
  void runNeedsInstrumentationAndSaysSo() throws Exception {
    Exit exit = run().with("--limit-modules", "java.base").run();
    assertEquals(1, exit.code(), exit::toString);
    assertEquals("", exit.out());
    String line = exit.assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: error: ") && line.contains("java.instrument"), line);
  }

  @Test
  void runTakesNoOptionThatThereIsNot() throws Exception {
    for (String wrong : List.of("--colour=red", "--shm=maybe")) {
      Exit exit = run(wrong).run();
      assertEquals(2, exit.code(), exit::toString);
      exit.assertSaid(1);
    }
  }

  /** The agent cannot find its own jar. */
  @Test
  void isNotInstalledFromTheBootClassPathAndSaysSo() throws Exception {
    ChildJvm jvm = ChildJvm.of(Hello.class).with("-Xbootclasspath/a:" + Agent.jar());
    Exit exit = jvm.withAgent().run().assertOk();
    assertEquals("hello\n", exit.out());
    String line = exit.assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: warn: not installed: "), line);
    assertTrue(line.endsWith("the agent's jar must not be on the boot class path"), line);
  }

  /** As java -jar does, which grants what the manifest of the program's jar asks for. */
  @Test
  void runOpensWhatTheProgramsJarAsksFor() throws Exception {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, OpenedPackages.class.getName());
    attributes.putValue("Add-Opens", "java.base/java.lang java.base/no.such no.such/java.lang");
    attributes.putValue("Add-Exports", "java.base/jdk.internal.misc");
    Path jar = programJar(manifest, OpenedPackages.class);
    Exit plain = ChildJvm.ofTool("java", "-jar", jar.toString()).run().assertOk();
    String[] words = {"-jar", Agent.jar().toString(), "run", "-jar", jar.toString()};
    Exit exit = ChildJvm.ofTool("java", words).run().assertOk().assertQuiet();
    assertEquals(plain.out(), exit.out());
    assertEquals("opened true\nexported true\nloaders false\n".repeat(2), exit.out());
  }

  @Test
  void runTakesAllJarsOfAFolder() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    programJar(manifest, OpenedPackages.class);
    for (String path : List.of(folder + "/*", "nowhere:" + folder + "/*:")) {
      String[] words = {
        "-jar", Agent.jar().toString(), "run", "-cp", path, OpenedPackages.class.getName()
      };
      Exit exit = ChildJvm.ofTool("java", words).run().assertOk().assertQuiet();
      assertEquals("opened false\nexported false\nloaders false\n".repeat(2), exit.out());
    }
  }

  private Path programJar(Manifest manifest, Class<?> program) throws IOException {
    Path jar = folder.resolve("program.jar");
    String name = program.getName().replace('.', '/') + ".class";
    try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      entries.putNextEntry(new JarEntry(name));
      Files.copy(Agent.locationOf(program).resolve(name), entries);
    }
    return jar;
  }
}
