package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

/** How a JVM ended, and what it had said until then. */
record Exit(int code, String out, String err) {

  /** Fails unless the JVM ended as it does when nothing is wrong. */
  Exit assertOk() {
    assertEquals(0, code, this::toString);
    return this;
  }

  /** Fails unless nothing was written to standard error. */
  Exit assertQuiet() {
    assertEquals("", err, this::toString);
    return this;
  }

  /** Fails unless standard error holds just this many lines, of JFS; answers them. */
  List<String> assertSaid(int lines) {
    assertEquals(lines, err.lines().filter(line -> line.startsWith("jfs: ")).count(), err);
    assertEquals(lines, err.lines().count(), err);
    return err.lines().toList();
  }
}
