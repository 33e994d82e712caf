package jfs.agent;

import static jfs.agent.Differential.assertSame;
import static jfs.agent.Differential.assertSameWithAndWithoutAgent;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfs.agent.others.NoopAgent;
import jfs.agent.others.SpoilingAgent;
import jfs.agent.programs.Hello;
import jfs.agent.programs.JvmStarter;
import jfs.agent.programs.OwnLoader;
import jfs.agent.programs.Prints;
import jfs.agent.programs.Subclasses;
import jfs.agent.programs.Transfers;
import jfs.agent.programs.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JVMs that were started in unusual ways, and together with unusual agents and tools. */
class EnvironmentAgentTest {

  private static final ChildJvm HELLO = ChildJvm.of(Hello.class);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--limit-modules java.base",
        "--limit-modules java.base,java.instrument",
        "-Xverify:all",
        "-XX:+UnlockDiagnosticVMOptions -XX:+BytecodeVerificationLocal"
            + " -XX:+BytecodeVerificationRemote",
        "-esa -ea",
        "-Xshare:off",
        "-XX:+UseSerialGC",
        "-Xint",
        "-Xcomp -XX:TieredStopAtLevel=1",
        "-Xmx16m",
        "-Xss256k",
        "-Dcom.sun.management.jmxremote.port=0 -Dcom.sun.management.jmxremote.ssl=false"
            + " -Dcom.sun.management.jmxremote.authenticate=false",
        "-Xcheck:jni",
        "-Djava.net.preferIPv4Stack=true",
        "-Djava.io.tmpdir=/nonexistent",
        "-Duser.dir=/",
        "-Dfile.encoding=UTF-16",
        "--enable-preview",
      })
  void flags(String flags) throws Exception {
    assertSameWithAndWithoutAgent(HELLO.with(flags.split(" ", -1))).assertOk();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Words", "Subclasses"})
  @EnabledForJreRange(max = JRE.JAVA_17)
  void plainSocketsOfOldJdks(String program) throws Exception {
    Class<?> main = program.equals("Words") ? Words.class : Subclasses.class;
    assertSameWithAndWithoutAgent(
            ChildJvm.of(main).with("-Djdk.net.usePlainSocketImpl=true", "-esa"))
        .assertOk();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a+b", "a%20b", "a%b", "a#b?c", "äß", "a!b", "a,b"})
  void folderOfTheJar(String name) throws Exception {
    Charset ofFiles = Charset.forName(System.getProperty("sun.jnu.encoding"));
    assumeTrue(ofFiles.newEncoder().canEncode(name), "no such folder can be in this locale");
    Path odd = Files.createDirectory(folder.resolve(name));
    Path jar = Files.copy(Agent.jar(), odd.resolve("jfs-agent.jar"));
    Exit exit = HELLO.with(Agent.flag(jar, "log=info")).run();
    assertEquals("hello\n", exit.assertOk().out());
    assertTrue(exit.assertSaid(1).get(0).startsWith("jfs: info: installed "), exit.err());
  }

  @Test
  void jarWithoutWritePermissionInAFolderWithout() throws Exception {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    Path jar = Files.copy(Agent.jar(), locked.resolve("jfs-agent.jar"));
    assertTrue(jar.toFile().setReadOnly());
    assertTrue(locked.toFile().setReadOnly() && locked.toFile().setExecutable(true));
    try {
      ChildJvm jvm = HELLO.with("-Djava.io.tmpdir=" + locked);
      assertSame(jvm, jvm.with(Agent.flag(jar, ""))).assertOk().assertQuiet();
    } finally {
      assertTrue(locked.toFile().setWritable(true));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void besideAnAgentThatTransformsEveryClass(boolean first) throws Exception {
    ChildJvm jvm = first ? HELLO.with(noop()) : HELLO;
    jvm = jvm.withAgent("summary=stderr");
    jvm = first ? jvm : jvm.with(noop());
    Exit exit = jvm.run().assertOk();
    assertEquals("hello\n", exit.out());
    ParsedSummary.parse(exit.err().strip()).assertConnections(1, 1);
  }

  private String noop() throws Exception {
    return OtherAgent.flag(NoopAgent.class, folder, "");
  }

  /** A failed attempt leaves nothing behind that looks as if it had worked. */
  @Test
  void jdkThatIsNotAsExpected() throws Exception {
    ChildJvm jvm =
        ChildJvm.of(Prints.class)
            .with(OtherAgent.flag(SpoilingAgent.class, folder, ""))
            .withAgent("summary=stderr");
    Exit exit = jvm.withAgent("summary=stderr").run().assertOk();
    assertEquals("printed\n", exit.out());
    List<String> lines = exit.assertSaid(2);
    String first = "jfs: warn: not installed: ";
    assertTrue(lines.get(0).startsWith(first), lines::toString);
    String why = lines.get(0).substring(first.length());
    assertEquals("jfs: warn: not installed, as before: " + why, lines.get(1));
  }

  @Test
  void toolsOfTheJdkThatInheritTheAgent() throws Exception {
    assertToolRuns(ChildJvm.ofTool("keytool", "-help"));
    assertToolRuns(ChildJvm.ofTool("jps", "-help"));
    assertToolRuns(ChildJvm.ofTool("javac", "-version"));
  }

  private static void assertToolRuns(ChildJvm tool) throws Exception {
    Exit without = tool.run();
    Exit with = tool.withEnvironment("JAVA_TOOL_OPTIONS", Agent.flag("")).run();
    assertEquals(without.out(), with.out());
    assertEquals(without.code(), with.code());
    assertEquals(without.err(), withoutFirstLine(with.err()));
  }

  @Test
  void grandchildrenThatInheritTheAgent() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = Agent.locationOf(Hello.class).toString();
    Exit exit =
        ChildJvm.of(JvmStarter.class, java, "-cp", classes, Hello.class.getName())
            .withEnvironment("JAVA_TOOL_OPTIONS", Agent.flag(""))
            .run()
            .assertOk();
    assertEquals("hello\nended 0\n", exit.out());
    assertEquals("", withoutFirstLine(withoutFirstLine(exit.err())));
  }

  /** Removes the line in which the JVM says that it has read the variable. */
  private static String withoutFirstLine(String err) {
    assertTrue(err.startsWith("Picked up JAVA_TOOL_OPTIONS: "), err);
    return err.substring(err.indexOf('\n') + 1);
  }

  @Test
  void systemClassLoaderOfTheApplication() throws Exception {
    ChildJvm jvm =
        HELLO.with("-Xlog:disable", "-Djava.system.class.loader=" + OwnLoader.class.getName());
    assertSameWithAndWithoutAgent(jvm).assertOk();
    Path file = folder.resolve("summary");
    jvm.withAgent("summary=" + file).run().assertOk();
    ParsedSummary.in(file).assertConnections(1, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"})
  void closedStandardStreams(String closed) throws Exception {
    Path file = folder.resolve("summary");
    ChildJvm jvm = ChildJvm.of(Transfers.class, 2, 10, "exit");
    assertEquals(7, jvm.withShell("exec \"$@\" " + closed).run().code());
    assertEquals(
        7,
        jvm.withAgent("log=debug,bad=1,summary=" + file)
            .withShell("exec \"$@\" " + closed)
            .run()
            .code());
    ParsedSummary.in(file).assertConnections(2, 2);
  }
}
