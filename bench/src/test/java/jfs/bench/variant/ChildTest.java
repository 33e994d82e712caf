package jfs.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jfs.bench.host.BenchException;
import org.junit.jupiter.api.Test;

class ChildTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private static Child start(String how, Duration patience) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes =
        Misbehaving.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Child.start(
        "child", List.of(java, "-cp", classes, Misbehaving.class.getName(), how), patience);
  }

  @Test
  void tellsTheLastWordsOfAProgramThatCrashes() {
    try (Child child = start("crash", LONG)) {
      BenchException e = assertThrows(BenchException.class, child::greeting);
      assertEquals(
          "child ended without an answer at its start, exit status 7; the last lines of its standard"
              + " error:\n  first words\n  last words",
          e.getMessage());
    }
  }

  @Test
  void noticesAProgramThatCrashesOverACommand() {
    try (Child child = start("answer-then-crash", LONG)) {
      assertEquals("ready=1", child.greeting().line());
      BenchException e = assertThrows(BenchException.class, () -> child.ask("go"));
      assertTrue(e.getMessage().contains("without an answer to 'go'"), e.getMessage());
      assertTrue(e.getMessage().contains("cannot go on"), e.getMessage());
      assertThrows(BenchException.class, () -> child.ask("again"));
    }
  }

  @Test
  void waitsNoLongerThanItsDeadlineAndEndsTheProgram() {
    assertTimeoutPreemptively(
        LONG,
        () -> {
          try (Child child = start("hang", Duration.ofSeconds(1))) {
            BenchException e = assertThrows(BenchException.class, child::greeting);
            assertTrue(e.getMessage().contains("gave no answer at its start in 1 s"), e.toString());
          }
        });
    assertEquals(0, ProcessHandle.current().children().filter(ChildTest::isOurs).count());
  }

  private static boolean isOurs(ProcessHandle process) {
    return process.isAlive()
        && process.info().commandLine().orElse("").contains(Misbehaving.class.getName());
  }

  @Test
  void takesNothingButAnAnswerForOne() {
    try (Child child = start("chat", LONG)) {
      BenchException e = assertThrows(BenchException.class, child::greeting);
      assertTrue(e.getMessage().contains("wrote 'Hello there' at its start"), e.getMessage());
    }
  }

  @Test
  void noticesAProgramThatEndsBadly() {
    try (Child child = start("end-badly", LONG)) {
      child.greeting();
      BenchException e = assertThrows(BenchException.class, child::end);
      assertTrue(e.getMessage().contains("ended badly, exit status 3"), e.getMessage());
    }
  }

  @Test
  void cannotStartWhatIsNotThere() {
    assertThrows(BenchException.class, () -> Child.start("child", List.of("/nowhere/java"), LONG));
  }
}
