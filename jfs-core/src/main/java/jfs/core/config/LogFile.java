package jfs.core.config;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A file to which messages are appended, each with the time (UTC) and the number of the process:
 * one file may be that of many JVMs. It stays open as long as the JVM runs.
 */
final class LogFile {

  private final FileOutputStream out;
  private final long process = ProcessHandle.current().pid();

  /**
   * Opens it, or makes it.
   *
   * @throws IOException if that is not possible
   */
  LogFile(String path) throws IOException {
    out = new FileOutputStream(path, true);
  }

  /** Appends a line in one write, so that those of other JVMs are before it or after it. */
  void append(String line) throws IOException {
    String whole = Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + process + " " + line;
    out.write(whole.getBytes(StandardCharsets.UTF_8));
  }
}
