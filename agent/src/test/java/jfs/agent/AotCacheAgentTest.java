package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import jfs.agent.programs.HttpClients;
import jfs.agent.programs.Words;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The JVM takes its classes from an AOT cache (JEP 514), before any agent comes. */
class AotCacheAgentTest {

  private static final int FIRST = 25;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource
  void theProgramRunsAndItsUserIsToldWhatHasNoEffect(Class<?> main, String option, String what)
      throws Exception {
    assumeTrue(Runtime.version().feature() >= FIRST, "no such cache");
    Path jar = folder.resolve("program.jar");
    pack(Agent.locationOf(main), jar);
    Path cache = folder.resolve("program.aot");
    ChildJvm plain =
        ChildJvm.of(main)
            .withClassPath(jar.toString())
            .with("--add-modules", "java.instrument,jdk.httpserver,java.net.http")
            .with("--enable-native-access=ALL-UNNAMED"); // the JVM refuses a cache made without
    plain.with("-XX:AOTCacheOutput=" + cache, "-Xlog:disable").run().assertOk();
    ChildJvm cached = plain.with("-XX:AOTCache=" + cache, "-XX:AOTMode=on");
    Exit without = cached.run().assertOk();
    Exit with = cached.withAgent("shm=eager," + option + "=on").run().assertOk();
    assertEquals(without.out(), with.out());
    String line = with.assertSaid(1).get(0);
    assertTrue(line.endsWith(what + " stay the JDK's: the JVM has loaded them already"), with::err);
  }

  static List<Arguments> theProgramRunsAndItsUserIsToldWhatHasNoEffect() {
    return List.of(
        Arguments.of(HttpClients.class, "channels", "channels"),
        Arguments.of(Words.class, "streams", "object streams"));
  }

  /** The JVM caches no classes of a folder. */
  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(classes.resolve("jfs/agent/programs"))) {
      for (Path one : all.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(one).toString()));
        Files.copy(one, out);
        out.closeEntry();
      }
    }
  }
}
