package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jfs.agent.programs.Hello;
import jfs.agent.programs.LateManager;
import jfs.agent.programs.Prints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs under a security manager, which JDKs up to 23 have. */
@EnabledForJreRange(max = JRE.JAVA_23)
class SecurityAgentTest {

  private static final String SOCKETS =
      "permission java.net.SocketPermission \"localhost\", \"accept,connect,listen,resolve\";";
  private static final String SET_MANAGER =
      "permission java.lang.RuntimePermission \"setSecurityManager\";";
  private static final String PROPERTIES =
      "permission java.util.PropertyPermission \"*\", \"read\";";
  private static final String EXIT = "permission java.lang.RuntimePermission \"exitVM.*\";";
  private static final String ALL = "permission java.security.AllPermission;";

  private static final int CONNECTIONS = 3;

  @TempDir Path folder;

  /** A policy file that grants permissions to the program and, perhaps, to the agent. */
  private String policy(String ofProgram, String ofAgent) throws IOException {
    Path file = folder.resolve("policy");
    Files.writeString(
        file, grant(Agent.locationOf(Prints.class), ofProgram) + grant(Agent.jar(), ofAgent));
    // Two signs of equality: this policy and no other.
    return "-Djava.security.policy==" + file;
  }

  private static String grant(Path to, String permissions) {
    return "grant codeBase \"" + to.toUri() + "\" { " + permissions + " };\n";
  }

  private static void assertSameButForALine(ChildJvm jvm, int lines) throws Exception {
    Exit without = jvm.run();
    Exit with = jvm.withAgent().run();
    assertEquals(without.out(), with.out(), with::err);
    assertEquals(without.code(), with.code());
    String said = with.err();
    assertEquals(
        lines, said.lines().filter(line -> line.startsWith("jfs: ")).count(), with::toString);
    assertEquals(
        without.err().lines().toList(),
        said.lines().filter(line -> !line.startsWith("jfs: ")).toList());
  }

  @Test
  void emptyPolicy() throws Exception {
    assertSameButForALine(
        ChildJvm.of(Prints.class).with("-Djava.security.manager", policy("", "")), 0);
  }

  @Test
  void policyForTheProgramOnly() throws Exception {
    assertSameButForALine(
        ChildJvm.of(Hello.class).with("-Djava.security.manager", policy(SOCKETS, "")), 0);
  }

  /** The agent says it only if asked to, in the one way that it may look at. */
  @Test
  void whyItIsNotInstalledIsSaidOnRequest() throws Exception {
    Exit exit =
        ChildJvm.of(Hello.class)
            .with("-Djava.security.manager", policy(SOCKETS, ""))
            .withAgent("log=info")
            .run()
            .assertOk();
    assertTrue(
        exit.err().contains("jfs: info: not installed, there is a security manager: "), exit.err());
  }

  /** As in the user guide: the agent's jar has all permissions, the program has its own. */
  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  void connectionsShareMemoryUnderThePolicyForBoth(String library) throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "channels do not share memory");
    String policy = policy(SOCKETS + PROPERTIES + EXIT, ALL);
    try (RendezvousFolder meeting = new RendezvousFolder();
        EchoPair pair =
            EchoPair.of(
                jvm ->
                    jvm.with(meeting.flag(), "-Djava.security.manager", policy)
                        .withLibrary(library))) {
      // Does not call end(), which expects no output: the JDK warns of the security manager.
      pair.talk(CONNECTIONS).untilShared(meeting, CONNECTIONS).talk(0);
    }
  }

  @Test
  void policyForBoth() throws Exception {
    ChildJvm jvm = ChildJvm.of(Hello.class).with("-Djava.security.manager", policy(SOCKETS, ALL));
    assertSameButForALine(jvm, 0);
    Exit exit = jvm.withAgent("log=info,summary=stderr").run().assertOk();
    assertTrue(exit.err().contains("jfs: info: installed "), exit.err());
    assertTrue(exit.err().contains("\"opened\":1,\"accepted\":1,"), exit.err());
  }

  /** Without a policy. */
  @ParameterizedTest
  @ValueSource(strings = {"doctor", "status", "status 1", "run -cp . Main"})
  void commandThatIsForbiddenSaysSoInALine(String command) throws Exception {
    String line = "-jar " + Agent.jar() + " " + command;
    Exit exit = ChildJvm.ofTool("java", line.split(" ", -1)).with("-Djava.security.manager").run();
    assertEquals(1, exit.code(), exit::toString);
    assertEquals("", exit.out());
    List<String> said = exit.err().lines().filter(l -> !l.startsWith("WARNING: ")).toList();
    assertEquals(1, said.size(), exit::toString);
    String form =
        "jfs: error: the security manager forbids '\\w+': access denied .*AllPermission.*";
    assertTrue(said.get(0).matches(form), exit::toString);
  }

  /** The program's own exception must come out unchanged. */
  @Test
  void programThatIsForbiddenSomethingUnderRunFailsByItself() throws Exception {
    String line = "-jar " + Agent.jar() + " run -cp " + Agent.locationOf(Hello.class) + " ";
    Exit exit =
        ChildJvm.ofTool("java", (line + Hello.class.getName()).split(" ", -1))
            .with("-Djava.security.manager", policy("", ALL))
            .run();
    assertEquals(1, exit.code(), exit::toString);
    String start = "Exception in thread \"main\" java.security.AccessControlException: ";
    assertTrue(exit.err().lines().anyMatch(l -> l.startsWith(start)), exit::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "before, true",
    "after, true",
    "long, true",
    "before, false",
    "after, false",
    "long, false"
  })
  void managerThatTheProgramSets(String first, boolean agentIsTrusted) throws Exception {
    assumeTrue(agentIsTrusted || Agent.isOverPlatformCarrier(), "channels ask for permissions");
    ChildJvm jvm =
        ChildJvm.of(LateManager.class, first)
            .with(
                "-Djava.security.manager=allow",
                policy(SOCKETS + SET_MANAGER, agentIsTrusted ? ALL : ""));
    assertSameButForALine(jvm, 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void summaryUnderAManagerThatTheProgramSets(boolean agentIsTrusted) throws Exception {
    assumeTrue(agentIsTrusted || Agent.isOverPlatformCarrier(), "channels ask for permissions");
    Path file = folder.resolve("summary");
    Exit exit =
        ChildJvm.of(LateManager.class, "before")
            .with(
                "-Djava.security.manager=allow",
                policy(SOCKETS + SET_MANAGER, agentIsTrusted ? ALL : ""))
            .withAgent("summary=" + file)
            .run()
            .assertOk();
    if (agentIsTrusted) {
      ParsedSummary.in(file).assertConnections(5, 5);
    } else {
      assertTrue(exit.err().contains("jfs: warn: no summary in "), exit.err());
    }
  }
}
