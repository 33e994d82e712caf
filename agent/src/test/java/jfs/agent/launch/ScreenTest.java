package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes on a terminal, and what elsewhere. */
class ScreenTest {

  private static final List<String> LINES = IntStream.range(0, 100).mapToObj(i -> "" + i).toList();

  /** In place of {@code /proc}. */
  @TempDir Path proc;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private List<String> shown(String standardOutput, List<String> lines) throws Exception {
    Path open = Files.createDirectories(proc.resolve("self/fd"));
    Files.createSymbolicLink(open.resolve("1"), Path.of(standardOutput));
    PrintStream out = new PrintStream(written, false, StandardCharsets.UTF_8);
    Screen screen = new Screen(proc, out);
    screen.clear();
    screen.print(lines);
    screen.show();
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aTerminalShowsNoMoreThanFits() throws Exception {
    List<String> shown = shown("/dev/pts/7", LINES);
    assertEquals("\033[2J\033[H0", shown.get(0));
    assertEquals(LINES.subList(1, 21), shown.subList(1, 21));
    assertEquals(List.of("... and 79 more"), shown.subList(21, shown.size()));
  }

  @Test
  void aTerminalShowsAllThatFits() throws Exception {
    List<String> shown = shown("/dev/tty1", LINES.subList(0, 21));
    assertEquals(LINES.subList(1, 21), shown.subList(1, shown.size()));
  }

  @Test
  void aFileGetsAll() throws Exception {
    assertEquals(LINES, shown("/tmp/file", LINES));
  }
}
