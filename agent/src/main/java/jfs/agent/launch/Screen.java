package jfs.agent.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Where a command writes the same again and again: over what it wrote before, if that is a
 * terminal. For one thread.
 */
final class Screen {

  /** Clears a terminal and begins at its top; ECMA-48, ED and CUP. */
  private static final String CLEAR = "\033[2J\033[H";

  /** What fits on a terminal of 24 lines, with two lines more. */
  private static final int MOST_LINES = 21;

  private final PrintStream out;
  private final boolean terminal;

  /**
   * Writes to this stream, which is standard output.
   *
   * @param proc {@code /proc}
   */
  Screen(Path proc, PrintStream out) {
    this.out = out;
    terminal = isTerminal(proc);
  }

  /**
   * Whether this process writes to a terminal. Not by {@link System#console}, which tells of
   * standard input, too, and since Java 22 of neither.
   */
  private static boolean isTerminal(Path proc) {
    try {
      Path target = Files.readSymbolicLink(proc.resolve("self/fd/1"));
      return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Begins anew. */
  void clear() {
    out.print(terminal ? CLEAR : "");
  }

  /** Writes the lines of a table; on a terminal no more than fit, and how many there are more. */
  void print(List<String> lines) {
    int shown = terminal ? Math.min(MOST_LINES, lines.size()) : lines.size();
    lines.subList(0, shown).forEach(out::println);
    if (shown < lines.size()) {
      out.println("... and " + (lines.size() - shown) + " more");
    }
  }

  /** Shows what was written; false if nobody reads it any more. */
  boolean show() {
    out.flush();
    return !out.checkError();
  }

  /** Returns at a moment by {@link System#nanoTime}, or later. */
  static void sleepUntil(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
