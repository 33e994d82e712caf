package jfs.core.stats;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import jfs.core.config.Log;
import jfs.core.runtime.ServiceThreads;

/**
 * Writes the summary when the JVM exits. Appends one line in one write, so that a JVM and its
 * children, which inherit the option, may share the file.
 */
public final class SummaryAtExit implements Runnable {

  private static final String STDERR = "stderr";

  /** Whether the user was told at the start that there will be no summary. */
  private static volatile boolean foretold;

  private final String destination;

  private SummaryAtExit(String destination) {
    this.destination = destination;
  }

  /**
   * Registers the summary for the JVM's exit, if the option asks for it.
   *
   * @param destination a file, {@code stderr}, or empty for none
   */
  public static void register(String destination) {
    if (!destination.isEmpty()) {
      Runtime.getRuntime()
          .addShutdownHook(ServiceThreads.daemon(new SummaryAtExit(destination), "jfs-summary"));
    }
  }

  /** Notes that the user knows that there will be no summary: this class does not say so again. */
  public static void foretell() {
    foretold = true;
  }

  @Override
  public void run() {
    try {
      byte[] line =
          (JsonSummary.of(Connections.ofProcess()) + "\n").getBytes(StandardCharsets.UTF_8);
      if (destination.equals(STDERR)) {
        new FileOutputStream(FileDescriptor.err).write(line);
      } else {
        try (FileOutputStream file = new FileOutputStream(destination, true)) {
          file.write(line);
        }
      }
    } catch (IOException | RuntimeException e) {
      if (!foretold) {
        Log.warn("no summary in " + destination, e);
      }
    }
  }
}
