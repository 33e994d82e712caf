package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.zip.ZipFile;
import jfs.agent.programs.Hello;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar as it is given away, and where it is run. */
class JarAgentTest {

  @ParameterizedTest
  @ValueSource(strings = {"META-INF/LICENSE", "META-INF/NOTICE"})
  void saysUnderWhichTermsItIs(String name) throws Exception {
    try (ZipFile jar = new ZipFile(Agent.jar().toFile())) {
      String text =
          new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text.contains("Apache License"), text);
    }
  }

  /** As in an image that was made for a program, by jlink. */
  @Test
  void runNeedsInstrumentationAndSaysSo() throws Exception {
    Exit exit =
        ChildJvm.ofTool(
                "java",
                "--limit-modules",
                "java.base",
                "-jar",
                Agent.jar().toString(),
                "run",
                "-cp",
                Agent.locationOf(Hello.class).toString(),
                Hello.class.getName())
            .run();
    assertEquals(1, exit.code(), exit::toString);
    assertEquals("", exit.out());
    String line = exit.assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: error: ") && line.contains("java.instrument"), line);
  }
}
