package jfs.core.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RulesTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void makeFile() {
    file = folder.resolve("rules");
  }

  private void write(String... lines) throws Exception {
    Path fresh = folder.resolve("fresh");
    Files.write(fresh, List.of(lines));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String transport(Rules rules, boolean connects, int port) {
    Rule rule = rules.find(connects, port, () -> HERE);
    return rule == null ? null : rule.transport();
  }

  @Test
  void theFirstThatMatchesWins() throws Exception {
    write("use shm connect 127.0.0.1 80", "use tcp connect * 80-81", "use rdma listen * *");
    Rules rules = new Rules(file);
    assertEquals(3, rules.count());
    assertEquals("shm", transport(rules, true, 80));
    assertEquals("tcp", transport(rules, true, 81));
    assertNull(transport(rules, true, 82));
    assertEquals("rdma", transport(rules, false, 80));
  }

  @Test
  void linesThatAreNoneAreNamedAndSkipped() throws Exception {
    write("# mine", "use shm connect * 80", "", "use smh connect * 81", "use tcp connect * 8 1");
    assertEquals(
        List.of(
            file + ":4: ignored: 'use smh connect * 81': 'smh' is none of shm, rdma, tcp",
            file + ":5: ignored: 'use tcp connect * 8 1': it is not of the form " + Rule.FORM),
        Rules.complaints(file.toString()));
  }

  @Test
  void fileThatCannotBeReadIsNamed() {
    List<String> complaints = Rules.complaints(file.toString());
    assertEquals(List.of("no rules from " + file + ": IOException: it is not there"), complaints);
  }

  @Test
  void whatIsNoFileIsNamedAndNotWaitedFor() throws Exception {
    Files.createDirectory(file);
    assertEquals(
        List.of("no rules from " + file + ": IOException: it is not a regular file"),
        Rules.complaints(file.toString()));
    Files.delete(file);
    assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
    assertEquals(1, Rules.complaints(file.toString()).size());
  }

  @Test
  void marksAndEndsOfLinesOfOtherSystemsAreNotPartsOfRules() throws Exception {
    Files.writeString(
        file, "\uFEFFuse tcp connect * 1\r\nuse tcp connect * 2\ruse shm connect * 3");
    assertEquals(List.of(), Rules.complaints(file.toString()));
    assertEquals("shm", transport(new Rules(file), true, 3));
  }

  @Test
  void nameThatCannotBeOneIsAsNoFile() {
    Rules rules = Rules.of("a\0b");
    assertEquals(0, rules.count());
    assertNull(transport(rules, true, 1));
    assertEquals(1, Rules.complaints("a\0b").size());
  }

  @Test
  void fileOfSomethingElseIsAFewLines() throws Exception {
    Files.writeString(file, "bad\n".repeat(100_000));
    List<String> complaints = Rules.complaints(file.toString());
    assertEquals(11, complaints.size());
    assertEquals(
        file + ": 99990 more lines are ignored: is it a file of rules?", complaints.get(10));
  }

  /** As in a file that has one line, of something else. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "use %s connect * *",
        "use tcp %s * *",
        "use tcp connect %s *",
        "use tcp connect $%s *",
        "use tcp connect %s/8 *",
        "use tcp connect :%s *",
        "use tcp connect ::/%s *",
        "use tcp connect * %s",
        "connect * %s-"
      })
  void longLineIsAShortComplaint(String form) throws Exception {
    write(form.formatted("a".repeat(100_000)));
    List<String> complaints = Rules.complaints(file.toString());
    assertEquals(1, complaints.size());
    assertEquals(0, complaints.get(0).indexOf(file + ":1: ignored: '"), complaints::toString);
    int length = complaints.get(0).length() - file.toString().length();
    assertTrue(length < 400, () -> length + " characters");
  }

  /** Its time of change tells nothing of its permissions. */
  @Test
  void fileThatCouldNotBeReadIsTriedAgain() throws Exception {
    Files.createDirectory(file);
    Rules rules = new Rules(file);
    Files.delete(file);
    Files.createDirectory(file);
    rules.look();
    assertEquals(0, rules.count());
    RulesFile tried = new RulesFile(file);
    List<String> complaints = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      assertTrue(tried.hasChanged());
      assertNull(tried.read(complaints::add));
    }
    assertEquals(1, complaints.size(), complaints::toString);
  }

  @Test
  void thoseThatAreNotInForceAnyMoreHaveNoThread() throws Exception {
    write("use tcp connect * *");
    Rules rules = new Rules(file);
    Thread thread = new Thread(rules);
    thread.start();
    rules.end();
    LockSupport.unpark(thread); // it is not the one that it would have made itself
    thread.join();
  }

  @Test
  void changesAreReadAndRulesOutliveTheirFile() throws Exception {
    write("use tcp connect * *");
    Rules rules = new Rules(file);
    assertEquals("tcp", transport(rules, true, 1));
    write("use shm connect * *", "use tcp connect localhost *");
    rules.look();
    assertEquals("shm", transport(rules, true, 1));
    Files.delete(file);
    rules.look();
    assertEquals("shm", transport(rules, true, 1));
    write("use tcp listen localhost *");
    rules.look();
    assertNull(transport(rules, true, 1));
    assertNotNull(rules.find(false, 1, () -> HERE));
  }

  /** Nobody but those who ask for rules has the file looked at. */
  @Test
  void isLookedAtWhileConnectionsAreMade() throws Exception {
    write("use tcp connect * *");
    Rules rules = new Rules(file);
    assertEquals("tcp", transport(rules, true, 1));
    write("use shm connect * *");
    while (!"shm".equals(transport(rules, true, 1))) { // or the test's time is over
      LockSupport.parkNanos(10_000_000);
    }
  }
}
