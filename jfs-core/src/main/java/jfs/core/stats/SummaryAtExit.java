package jfs.core.stats;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.runtime.ServiceThreads;

/**
 * Writes the summary when the JVM exits. Appends one line in one write, so that a JVM and its
 * children, which inherit the option, may share the file.
 */
public final class SummaryAtExit implements Runnable {

  private static final String STDERR = "stderr";

  /** How long the JVM's exit waits for what is no file, such as a pipe that nobody may read. */
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  /** How long it waits for a line that says why there is no summary. */
  private static final long LINE_MILLIS = TimeUnit.SECONDS.toMillis(1);

  /** Whether the user was told at the start that there will be no summary. */
  private static volatile boolean foretold;

  /** Whether there is to be none, although the options ask for it. */
  private static volatile boolean withheld;

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

  /** Has none be written: this JVM is not the program that the user asks about. */
  public static void withhold() {
    withheld = true;
  }

  @Override
  public void run() {
    if (withheld) {
      return;
    }
    try {
      byte[] line =
          (JsonSummary.of(Connections.ofProcess()) + "\n").getBytes(StandardCharsets.UTF_8);
      if (destination.equals(STDERR) || isNoFile()) {
        writeInTime(line);
      } else {
        write(line);
      }
    } catch (IOException | RuntimeException e) {
      warnInTime(e);
    } catch (InterruptedException e) {
      // Another hook wants the JVM to end.
    }
  }

  /** Whether there is something at its place that may have a writer wait. */
  private boolean isNoFile() {
    try {
      Path path = Path.of(destination);
      return Files.exists(path) && !Files.isRegularFile(path);
    } catch (SecurityException e) {
      return false; // it may be written, but not looked at
    }
  }

  /** The JVM's exit waits for this thread, but not for the one that is started here. */
  private void writeInTime(byte[] line) throws IOException, InterruptedException {
    Thread writer = ServiceThreads.daemon(new Writer(line), "jfs-summary-writer");
    writer.start();
    writer.join(PATIENCE_MILLIS);
    if (writer.isAlive()) {
      throw new IOException("nobody reads it");
    }
  }

  /** A class and not a lambda, which would cost each exit more. */
  private final class Writer implements Runnable {
    private final byte[] line;

    Writer(byte[] line) {
      this.line = line;
    }

    @Override
    public void run() {
      try {
        write(line);
      } catch (IOException | RuntimeException e) {
        warn(e);
      }
    }
  }

  private void write(byte[] line) throws IOException {
    if (destination.equals(STDERR)) {
      new FileOutputStream(FileDescriptor.err).write(line);
      return;
    }
    try (FileOutputStream file = new FileOutputStream(destination, true)) {
      file.write(line);
    }
  }

  /** Standard error may be the pipe that nobody reads, and so take no warning either. */
  private void warnInTime(Exception e) {
    try {
      Thread teller = ServiceThreads.daemon(() -> warn(e), "jfs-summary-warning");
      teller.start();
      teller.join(LINE_MILLIS);
    } catch (SecurityException forbidden) {
      warn(e); // a security manager lets JFS have no thread
    } catch (InterruptedException ignored) {
      // The JVM ends without the line.
    }
  }

  private void warn(Exception e) {
    if (!foretold) {
      Log.warn("no summary in " + destination, e);
    }
  }
}
