package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import jfs.core.config.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandTest {

  private static final Option SHM =
      Option.all().stream().filter(option -> option.key().equals("shm")).findFirst().orElseThrow();

  private static JavaCommand of(List<String> arguments, Map<String, String> environment) {
    return new JavaCommand(arguments, environment, jar -> !jar.equals("other.jar"));
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
    Map<String, String> quoted = Map.of("JDK_JAVA_OPTIONS", "'-javaagent:a j.jar=shm=off'");
    assertEquals("off", of(arguments, quoted).options().get(SHM));
  }
}
