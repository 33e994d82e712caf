package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.PrefersIpv4;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules, as a user writes them into a file: what becomes of connections, and what is said. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RulesAgentTest extends AskedJvms {

  private static final int REASON = 6;

  @TempDir Path folder;
  private Path file;

  RulesAgentTest() {
    assumeTrue(Agent.isOverPlatformCarrier(), "others stay on TCP for another reason");
  }

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("jfs.rules");
  }

  private void write(String... lines) throws Exception {
    Path fresh = folder.resolve("fresh");
    Files.write(fresh, List.of(lines));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private ChildJvm jvm(String options) {
    return DIALOGUE.with(meeting.flag()).withAgent("rules=" + file + options);
  }

  private List<List<String>> ends(RunningJvm jvm) throws Exception {
    awaitEndpoint(jvm);
    return table(jvm);
  }

  /** The connecting end is the first. */
  @ParameterizedTest
  @CsvSource({
    "use tcp connect * *, by-rule, no-peer",
    "use tcp connect 127.0.0.0/8 1-65535, by-rule, no-peer",
    "use tcp connect localhost *, by-rule, no-peer",
    "use rdma connect 127.0.0.1 *, same-host, no-peer",
    "connect 127.0.0.1 *, same-host, no-peer",
    "use tcp listen * *, no-peer, by-rule",
    "use tcp listen 127.0.0.1 *, no-peer, by-rule",
    "use tcp * *, -, -",
    "use tcp connect 10.0.0.0/8 *, -, -",
    "use shm connect * *, -, -"
  })
  void connectionsGoByThem(String rule, String opened, String accepted) throws Exception {
    write("# first of all: comments", "", rule);
    try (RunningJvm jvm = jvm(",shm=eager,log=off").start()) {
      List<String> reasons = List.of(opened, accepted);
      List<String> now;
      long deadline = System.nanoTime() + RunningJvm.patienceNanos(30);
      do { // a name's address is not known at once
        assertTrue(System.nanoTime() < deadline, "no connection goes by " + rule);
        tell(jvm, "loop 1");
        tell(jvm, "echo 100");
        now = ends(jvm).stream().map(row -> reason(row)).toList();
        tell(jvm, "close 0");
      } while (!now.equals(reasons));
    }
  }

  private static String reason(List<String> row) {
    String reason = row.get(REASON);
    return reason.equals("unpaired") ? "no-peer" : reason; // it may not have looked so long
  }

  @Test
  void shortConnectionsSayItAtTheExit() throws Exception {
    write("use tcp connect * *");
    Path summary = folder.resolve("summary");
    try (RunningJvm jvm = jvm(",summary=" + summary).start()) {
      tell(jvm, "loop 3");
      for (int i = 0; i < 3; i++) {
        tell(jvm, "close 0");
      }
      jvm.waitForExit().assertOk().assertQuiet();
    }
    assertEquals(Map.of("by-rule", 3L, "unpaired", 3L), ParsedSummary.in(summary).reasons());
  }

  @Test
  void changesHoldForNewConnections() throws Exception {
    write("use tcp connect * *");
    try (RunningJvm jvm = jvm(",shm=eager").start()) {
      tell(jvm, "loop 1");
      tell(jvm, "echo 100");
      assertEquals("by-rule", ends(jvm).get(0).get(REASON));
      write("use shm connect * *");
      long deadline = System.nanoTime() + RunningJvm.patienceNanos(30);
      List<List<String>> ends;
      do {
        assertTrue(System.nanoTime() < deadline, "the new rule is not seen");
        tell(jvm, "loop 1");
        tell(jvm, "echo 100");
        ends = table(jvm);
      } while (!ends.get(ends.size() - 1).get(2).equals("shm"));
      assertEquals("by-rule", ends.get(0).get(REASON)); // an old one stays where it is
      jvm.waitForExit().assertOk().assertQuiet();
    }
  }

  @Test
  void whatIsNoRuleIsNamedAndTheProgramRuns() throws Exception {
    write("use tcp connect 300.0.0.1 *", "use tcp connect * *", "nonsense");
    try (RunningJvm jvm = jvm("").start()) {
      tell(jvm, "loop 1");
      assertEquals("by-rule", ends(jvm).get(0).get(REASON));
      List<String> said = jvm.waitForExit().assertOk().assertSaid(2);
      assertEquals(
          "jfs: warn: "
              + file
              + ":1: ignored: 'use tcp connect 300.0.0.1 *': '300.0.0.1' is no address",
          said.get(0));
      assertTrue(said.get(1).startsWith("jfs: warn: " + file + ":3: ignored: 'nonsense': "));
    }
  }

  /** JFS reads the rules before the program begins, and without what such a setting is for. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "use tcp connect * *",
        "use tcp connect 10.0.0.0/8 *",
        "use tcp connect ::1 *",
        "use tcp connect localhost *",
        "nonsense"
      })
  void programStillChoosesItsKindOfAddress(String rule) throws Exception {
    write(rule);
    Exit exit = ChildJvm.of(PrefersIpv4.class).withAgent("rules=" + file).run().assertOk();
    assertEquals("false\n", exit.out());
    exit.assertSaid(rule.equals("nonsense") ? 1 : 0);
  }

  @Test
  void fileThatIsMissingIsNamedAndTheProgramRuns() throws Exception {
    try (RunningJvm jvm = jvm(",shm=eager").start()) {
      tell(jvm, "loop 1");
      tell(jvm, "echo 100");
      String line = jvm.waitForExit().assertOk().assertSaid(1).get(0);
      assertTrue(line.startsWith("jfs: warn: no rules from " + file + ": "), line);
    }
  }

  /** The summary's file is named so, too. */
  @Test
  void nameThatTheLocaleLacksIsCalledThat() throws Exception {
    String name = "$(printf 'gr\\303\\266\\303\\237e/x')";
    String script = "JFS_RULES=" + name + " JFS_SUMMARY=" + name + " exec \"$@\"";
    ChildJvm jvm = ChildJvm.of(PrefersIpv4.class).withEnvironment("LC_ALL", "C");
    for (String line : jvm.withAgent().withShell(script).run().assertOk().assertSaid(2)) {
      assertTrue(line.startsWith("jfs: warn: no ") && line.contains("see LC_ALL"), line);
    }
  }

  private static Exit doctor(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 3];
    command[0] = "-jar";
    command[1] = Agent.jar().toString();
    command[2] = "doctor";
    System.arraycopy(arguments, 0, command, 3, arguments.length);
    return ChildJvm.ofTool("java", command).run();
  }

  @Test
  void doctorExplainsThem() throws Exception {
    write("use tcp connect 10.0.0.0/8 80", "use shm listen * 8080");
    Set<String> all =
        Set.copyOf(
            doctor("rules=" + file, "--explain=10.1.2.3:80").assertOk().out().lines().toList());
    assertTrue(all.contains("Rules          2 in " + file), all::toString);
    String explained = "10.1.2.3:80, " + file + ":1: use tcp connect 10.0.0.0/8 80";
    assertTrue(all.contains("Connect        " + explained), all::toString);
    assertTrue(all.contains("Listen         10.1.2.3:80, no rule"), all::toString);
    String six = doctor("--rules=" + file, "--explain=[::1]:8080").assertOk().out();
    assertTrue(six.contains("[::1]:8080, " + file + ":2: use shm listen * 8080\n"), six);
    write("use tcp connect 10.0.0.0/8");
    Exit broken = doctor("rules=" + file);
    assertEquals(1, broken.code());
    assertTrue(
        broken.out().contains("Rules          cannot be had: " + file + ":1: "), broken.out());
    for (String wrong : List.of("10.1.2.3", "2001:db8::1", "[::1]")) {
      assertEquals(2, doctor("--explain=" + wrong).code(), wrong);
    }
  }
}
