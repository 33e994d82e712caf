package jfs.core.config;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One-line messages on standard error, or in a file.
 *
 * <p>JFS writes to the process's own descriptor and not to {@link System#err}: the application may
 * have redirected that, perhaps into a socket, and JFS must not call the code that it serves. It
 * uses no logging library for the same reason. Any thread may log; a message is one write.
 */
public final class Log {

  /** How much JFS logs. */
  public enum Level {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  /** The level if the option {@code log} is not set. */
  public static final Level DEFAULT_LEVEL = Level.WARN;

  private static volatile Level level = DEFAULT_LEVEL;

  /**
   * In place of standard error; null for none. The thread that installs JFS sets it, any thread
   * that logs reads it.
   */
  private static volatile LogFile file;

  /** Made once: the descriptor keeps all streams that were ever made of it. */
  private static volatile FileOutputStream standardError;

  /** The thread of which warnings are kept; null for none. It alone uses the next field. */
  private static volatile Thread keeper;

  private static List<String> kept;

  private Log() {}

  /** Keeps what the calling thread warns of from now on, until it asks; one thread at a time. */
  public static void keepWarnings() {
    kept = new ArrayList<>();
    keeper = Thread.currentThread();
  }

  /** The warnings of the calling thread since it has had them kept; none are kept any more. */
  public static List<String> keptWarnings() {
    keeper = null;
    return kept;
  }

  /** Has JFS log into a file from now on, if that can be opened. */
  static void setFile(String path) {
    try {
      file = new LogFile(path);
    } catch (IOException | RuntimeException e) {
      warn("log_file=" + path + ": standard error takes its place", e);
    }
  }

  /** Sets how much JFS logs from now on. */
  public static void setLevel(Level newLevel) {
    level = newLevel;
  }

  /** Whether messages of this level are written. */
  public static boolean isEnabled(Level asked) {
    return asked.compareTo(level) <= 0;
  }

  /** Logs that JFS cannot do something that was requested. */
  public static void error(String message) {
    write(Level.ERROR, message);
  }

  /** Logs that something is wrong, and that the program goes on without it. */
  public static void warn(String message) {
    write(Level.WARN, message);
  }

  /** Logs that something is wrong, and why. */
  public static void warn(String message, Throwable cause) {
    write(Level.WARN, message + ": " + describe(cause));
  }

  /** Logs what JFS did. */
  public static void info(String message) {
    write(Level.INFO, message);
  }

  /** Logs what JFS did, for debugging. */
  public static void debug(String message) {
    write(Level.DEBUG, message);
  }

  /**
   * Logs what JFS met, and went on from, for debugging. The heap may be full: where nobody asks for
   * such lines this makes no object, and else it makes do without the line.
   */
  public static void debug(String message, Throwable cause) {
    if (isEnabled(Level.DEBUG)) {
      try {
        write(Level.DEBUG, message + ": " + describe(cause));
      } catch (OutOfMemoryError e) {
        // What its caller does next is worth more.
      }
    }
  }

  /** The class name and the message of a throwable. */
  public static String describe(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : name + ": " + message;
  }

  private static void write(Level at, String message) {
    if (at.compareTo(Level.WARN) <= 0 && keeper == Thread.currentThread()) {
      kept.add(message);
    }
    if (!isEnabled(at)) {
      return;
    }
    String line = "jfs: " + at.name().toLowerCase(Locale.ROOT) + ": " + oneLine(message) + "\n";
    LogFile elsewhere = file;
    try {
      if (elsewhere != null) {
        elsewhere.append(line);
        return;
      }
      standardError().write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Standard error is closed, or the disk is full: there is no other place to write to.
    } catch (SecurityException e) {
      System.err.print(line); // a security manager guards the descriptor, but not this
    }
  }

  private static FileOutputStream standardError() {
    FileOutputStream made = standardError;
    if (made == null) {
      made = new FileOutputStream(FileDescriptor.err);
      standardError = made;
    }
    return made;
  }

  /** Replaces control characters: a line end would let a message look like two. */
  static String oneLine(String message) {
    StringBuilder line = new StringBuilder(message);
    for (int i = 0; i < line.length(); i++) {
      if (Character.isISOControl(line.charAt(i))) {
        line.setCharAt(i, ' ');
      }
    }
    return line.toString();
  }
}
