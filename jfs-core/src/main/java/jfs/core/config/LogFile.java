package jfs.core.config;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A file to which messages are appended, each with the time (UTC) and the number of the process:
 * one file may be that of many JVMs. It stays open as long as the JVM runs.
 */
final class LogFile {

  /** Bits of a mode; see inode(7). */
  private static final int TYPE_OF_FILE = 0170000;

  private static final int PIPE = 0010000;

  private final FileOutputStream out;
  private final long process = ProcessHandle.current().pid();

  /**
   * Opens it, or makes it.
   *
   * @throws IOException if that is not possible
   */
  LogFile(String path) throws IOException {
    if (isPipe(path)) {
      throw new IOException("a pipe, which would have the program wait for its reader");
    }
    out = new FileOutputStream(path, true);
    // What it takes to print a time is loaded now, and not when memory may be short.
    now();
  }

  private static boolean isPipe(String path) throws IOException {
    Path file = Path.of(path);
    return Files.exists(file)
        && ((int) Files.getAttribute(file, "unix:mode") & TYPE_OF_FILE) == PIPE;
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** Appends a line in one write, so that those of other JVMs are before it or after it. */
  void append(String line) throws IOException {
    String whole = now() + " " + process + " " + line;
    out.write(whole.getBytes(StandardCharsets.UTF_8));
  }
}
