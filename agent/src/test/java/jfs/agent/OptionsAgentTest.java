package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import jfs.agent.programs.Frames;
import jfs.agent.programs.Hello;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options, from the three places that they may come from, and what JFS says about them. */
class OptionsAgentTest {

  private static final ChildJvm HELLO = ChildJvm.of(Hello.class);

  @TempDir Path folder;

  private static Exit assertHello(ChildJvm jvm) throws Exception {
    Exit exit = jvm.run().assertOk();
    assertEquals("hello\n", exit.out());
    return exit;
  }

  @Test
  void nothingIsSaidByDefault() throws Exception {
    assertHello(HELLO.withAgent()).assertQuiet();
    assertHello(HELLO.with("-javaagent:" + Agent.jar())).assertQuiet();
  }

  @Test
  void standardOutputStaysTheProgramsWhateverIsSaid() throws Exception {
    Exit exit = assertHello(HELLO.withAgent("log=debug,summary=stderr,nonsense=1"));
    assertTrue(exit.err().lines().count() >= 3, exit.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"colour=red", "enabled=maybe", "log=", "log=loud", "enabled", "=true"})
  void badArgumentIsOneLine(String argument) throws Exception {
    assertHello(HELLO.withAgent(argument)).assertSaid(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Djfs.colour=red", "-Djfs.enabled=maybe", "-Djfs.log", "-Djfs.=x"})
  void badPropertyIsOneLine(String property) throws Exception {
    assertHello(HELLO.with(property).withAgent()).assertSaid(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JFS_SUMARY", "JFS_ENABLED", "JFS_LOG", "JFS_DIR_SHM"})
  void badVariableIsOneLine(String variable) throws Exception {
    assertHello(HELLO.withEnvironment(variable, "purple").withAgent()).assertSaid(1);
  }

  @Test
  void variableOfOtherSoftwareIsNoMistake() throws Exception {
    assertHello(
            HELLO
                .withEnvironment("JFS_HOME", "/opt/jfs")
                .withEnvironment("JFS_MOUNT", "/mnt/jfs")
                .withAgent())
        .assertQuiet();
  }

  @Test
  void lineNamesWhatIsWrong() throws Exception {
    String line = assertHello(HELLO.withAgent("colour=red")).assertSaid(1).get(0);
    assertTrue(line.contains("colour=red"), line);
  }

  @Test
  void eachBadOptionIsALine() throws Exception {
    assertHello(
            HELLO
                .withEnvironment("JFS_SHMDIR", "round")
                .with("-Djfs.size=3")
                .withAgent("colour=red,,enabled=perhaps"))
        .assertSaid(4);
  }

  @Test
  void lineEndsInAnOptionDoNotMakeTwoLines() throws Exception {
    assertHello(HELLO.with("-Djfs.colour=red\njfs: error: fake").withAgent()).assertSaid(1);
  }

  @Test
  void argumentBeatsPropertyBeatsVariable() throws Exception {
    Path byArgument = folder.resolve("argument");
    Path byProperty = folder.resolve("property");
    Path byVariable = folder.resolve("variable");
    ChildJvm variable = HELLO.withEnvironment("JFS_SUMMARY", byVariable.toString());
    ChildJvm property = variable.with("-Djfs.summary=" + byProperty);

    assertHello(property.withAgent("summary=" + byArgument)).assertQuiet();
    assertEquals("argument", written());
    assertHello(property.withAgent()).assertQuiet();
    assertEquals("property", written());
    assertHello(variable.withAgent()).assertQuiet();
    assertEquals("variable", written());
  }

  /** The one file in the folder, which is then empty again. */
  private String written() throws Exception {
    try (var files = Files.list(folder)) {
      Path only = files.reduce((one, other) -> Path.of(one + " and " + other)).orElseThrow();
      Files.delete(only);
      return only.getFileName().toString();
    }
  }

  /** Not only those that the agent reads when it is installed. */
  @Test
  void argumentsHoldForConnectionsToo() throws Exception {
    Exit exit = assertHello(HELLO.withAgent("summary=stderr,shm=off"));
    assertTrue(exit.err().contains("\"reasons\":{\"switched-off\":2}"), exit.err());
  }

  @Test
  void badValueDoesNotHideAGoodOneOfLowerPrecedence() throws Exception {
    assertHello(HELLO.with("-Djfs.log=off").withAgent("log=loud")).assertQuiet();
  }

  @Test
  void logOffIsSilent() throws Exception {
    assertHello(HELLO.withAgent("log=off,colour=red")).assertQuiet();
  }

  @Test
  void infoSaysThatItIsInstalled() throws Exception {
    String line = assertHello(HELLO.withAgent("log=info")).assertSaid(1).get(0);
    assertTrue(line.startsWith("jfs: info: installed "), line);
  }

  private static void assertWarns(String form, ChildJvm jvm) throws Exception {
    String line = assertHello(jvm).assertSaid(1).get(0);
    assertTrue(line.matches("jfs: warn: " + form), line);
  }

  @Test
  void summaryThatCannotBeWrittenIsALineAtOnce() throws Exception {
    for (Path summary : List.of(folder, folder.resolve("missing/summary"))) {
      List<String> lines = assertHello(HELLO.withAgent("summary=" + summary)).assertSaid(1);
      assertTrue(
          lines.get(0).matches("jfs: warn: no summary in " + summary + ": (it is|there is no).*"),
          lines::toString);
    }
    assertHello(HELLO.withAgent("summary=" + folder.resolve("new"))).assertQuiet();
    assertHello(HELLO.withAgent("summary=" + folder.resolve("new"))).assertQuiet();
  }

  @Test
  void keyThatIsMissingOrTooShortIsALine() throws Exception {
    Path missing = folder.resolve("missing");
    assertWarns("no RDMA: rdma_key=" + missing + " is no key: .*", withKey(missing));
    Path small = Files.writeString(folder.resolve("small"), "few bytes");
    assertWarns("no RDMA: rdma_key=" + small + " is no key: .*16 bytes.*", withKey(small));
  }

  /** Said at the start, and not again with the first connection that RDMA could have served. */
  @Test
  void keyThatIsMissingIsOneLineAndTheReasonOfEachConnection() throws Exception {
    Path missing = folder.resolve("missing");
    Path summary = folder.resolve("summary");
    String options = "rdma=always,shm=off,rdma_key=" + missing + ",summary=" + summary;
    assertWarns("no RDMA: rdma_key=" + missing + " is no key: .*", HELLO.withAgent(options));
    assertEquals(Map.of("no-rdma-key", 2L), ParsedSummary.in(summary).reasons());
  }

  @Test
  void keyThatOthersMayReadIsALine() throws Exception {
    Path key = Files.writeString(folder.resolve("key"), "a key of the cluster, long enough");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    String open = "jfs: warn: rdma_key=" + key + " is open to other users";
    assertTrue(firstLine(withKey(key)).startsWith(open), firstLine(withKey(key)));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    assertFalse(assertHello(withKey(key)).err().contains("open to other users"));
  }

  private static String firstLine(ChildJvm jvm) throws Exception {
    return assertHello(jvm).err().lines().findFirst().orElse("");
  }

  private static ChildJvm withKey(Path key) {
    return HELLO.withLibrary("any").withAgent("rdma_key=" + key);
  }

  @Test
  void rdmaThatCannotBeHadIsALine() throws Exception {
    String form = "no RDMA, though it is asked for: no-native-library .*native=off.*";
    assertWarns(form, HELLO.withAgent("rdma=on,native=off"));
    if (!Medium.isRdma()) {
      assertWarns("no RDMA, though it is asked for: no-.*", HELLO.withAgent("rdma=eager"));
    }
    assertHello(HELLO.withAgent("rdma=off,native=off")).assertQuiet();
  }

  @Test
  void transportsThatTheCarrierRulesOutAreALine() throws Exception {
    String channel = "-javaagent:" + Agent.jar() + "=carrier=channel,";
    assertWarns("carrier=channel .*", HELLO.with(channel + "shm=eager"));
    assertWarns("carrier=channel .*", HELLO.with(channel + "rdma=on"));
    assertHello(HELLO.with(channel + "shm=off")).assertQuiet();
  }

  @Test
  void disabledLeavesTheJdkUntouched() throws Exception {
    ChildJvm frames = ChildJvm.of(Frames.class);
    Exit without = frames.run().assertOk();
    assertEquals(without, frames.withAgent("enabled=false").run());
    assertEquals(without, frames.with("-Djfs.enabled=false").withAgent().run());
    assertEquals(without, frames.withEnvironment("JFS_ENABLED", "false").withAgent().run());
  }

  @Test
  void disabledWritesNoSummary() throws Exception {
    assertHello(HELLO.withAgent("enabled=false,summary=stderr")).assertQuiet();
  }

  @Test
  void carrierThatIsNotThereIsOneLine() throws Exception {
    String line =
        assertHello(HELLO.with("-javaagent:" + Agent.jar() + "=carrier=pigeon"))
            .assertSaid(1)
            .get(0);
    assertTrue(line.contains("pigeon"), line);
  }
}
