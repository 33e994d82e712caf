package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import jfs.core.config.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {

  private static final Option SHM =
      Option.all().stream().filter(option -> option.key().equals("shm")).findFirst().orElseThrow();

  private static final Map<String, String> FILES =
      Map.of(
          "off", "-Xmx1g # and no more\n'-Djfs.shm=off'",
          "whole", "-cp \"a b.jar\"\n-Djfs.shm=off\na.Main one",
          "deep", "@off");

  private static JavaCommand of(List<String> arguments, Map<String, String> environment) {
    return new JavaCommand(arguments, environment, FILES::get, jar -> !jar.equals("other.jar"));
  }

  private static JavaCommand of(String line) {
    return of(List.of(line.split(" ", -1)), Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "java a.Main, a.Main",
    "java -cp x.jar a.Main -jar y, a.Main -jar y",
    "/opt/jdk/bin/java -Xmx1g -Dk=v -jar a.jar b c, a.jar b c",
    "java --module-path mods --add-opens a/b=c -m m/a.Main x, m/a.Main x",
    "java @flags --class-path=x a.Main, a.Main",
    "java -jar jfs-agent.jar run --shm=off -jar a.jar, jfs-agent.jar run --shm=off -jar a.jar",
    "java @whole two, a.Main one two",
    "java -cp, ''",
    "java, ''",
  })
  void programIsWhatFollowsTheFlags(String line, String program) {
    assertEquals(program, of(line).program());
  }

  @Test
  void programIsOneLine() {
    List<String> arguments = List.of("java", "a.Main", "one\ntwo");
    assertEquals("a.Main one two", of(arguments, Map.of()).program());
  }

  @ParameterizedTest
  @CsvSource({
    "java a.Main, on",
    "java -Djfs.shm=off a.Main, off",
    "java a.Main -Djfs.shm=off, on",
    "java -cp -Djfs.shm=off a.Main, on",
    "java -javaagent:/opt/jfs-agent.jar=log=info;shm=off a.Main, off",
    "java -javaagent:/opt/jfs-agent.jar=shm=eager -Djfs.shm=off a.Main, eager",
    "java -javaagent:other.jar=shm=off -javaagent:j.jar=shm=eager a.Main, eager",
    "java -Djfs.shm=off -Djfs.shm=eager a.Main, eager",
    "java -jar jfs-agent.jar run --shm=off -jar a.jar --shm=on, off",
    "java -jar jfs-agent.jar run -cp . --shm=off a.Main --shm=on, off",
    "java -jar jfs-agent.jar run --class-path --shm=on --shm=off a.Main, off",
    "java -jar jfs-agent.jar run -cp . a.Main --shm=off, on",
    "java -jar jfs-agent.jar run --class-path=x --shm=off a.Main, off",
    "java @off a.Main, off",
    "java @off -Djfs.shm=eager a.Main, eager",
    "java -Djfs.shm=eager @off a.Main, off",
    "java @whole, off",
    "java a.Main @off, on",
    "java @@off a.Main, on",
    "java @deep a.Main, on",
    "java @missing a.Main, on",
    "java --disable-@files @off a.Main, on",
  })
  void optionsAreTheJvms(String line, String shm) {
    assertEquals(shm, of(line.replace(';', ',')).options().get(SHM));
  }

  @Test
  void environmentCountsToo() {
    List<String> arguments = List.of("java", "a.Main");
    Map<String, String> own = Map.of("JFS_SHM", "off");
    assertEquals("off", of(arguments, own).options().get(SHM));
    Map<String, String> tools = Map.of("JAVA_TOOL_OPTIONS", " -Xmx1g -javaagent:j.jar=shm=off ");
    assertEquals("off", of(arguments, tools).options().get(SHM));
    List<String> eager = List.of("java", "-Djfs.shm=eager", "a.Main");
    Map<String, String> tool = Map.of("JAVA_TOOL_OPTIONS", "-Djfs.shm=off");
    assertEquals("eager", of(eager, tool).options().get(SHM));
    Map<String, String> last = Map.of("_JAVA_OPTIONS", "-Djfs.shm=off");
    assertEquals("off", of(eager, last).options().get(SHM));
    Map<String, String> quoted = Map.of("JDK_JAVA_OPTIONS", "'-javaagent:a j.jar=shm=off'");
    assertEquals("off", of(arguments, quoted).options().get(SHM));
  }

  /** A JVM that takes no agent would take the signal for one that asks for its threads. */
  @Test
  void whatForbidsToAttachMayBeAnywhere() {
    assertFalse(of("java a.Main").forbidsAttaching());
    String flag = "-XX:+DisableAttachMechanism";
    assertTrue(of("java " + flag + " a.Main").forbidsAttaching());
    List<String> arguments = List.of("java", "-XX:-DisableAttachMechanism", "a.Main");
    assertTrue(of(arguments, Map.of("_JAVA_OPTIONS", flag)).forbidsAttaching());
    assertFalse(of(arguments, Map.of("JAVA_TOOL_OPTIONS", flag)).forbidsAttaching());
  }
}
