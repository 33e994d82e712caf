package jfs.core.config;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One-line messages on standard error.
 *
 * <p>Written to the process's own descriptor and not to {@link System#err}: the application may
 * have redirected that, perhaps into a socket, and JFS must not call back into what it serves. No
 * logging library, for the same reason. Any thread may log; a message is one write.
 */
public final class Log {

  /** How much is said. */
  public enum Level {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  /** What is said unless {@code log} says otherwise. */
  public static final Level DEFAULT_LEVEL = Level.WARN;

  private static volatile Level level = DEFAULT_LEVEL;

  private Log() {}

  /** Sets how much is said from now on. */
  public static void setLevel(Level newLevel) {
    level = newLevel;
  }

  /** Whether messages of this level are written. */
  public static boolean isEnabled(Level asked) {
    return asked.compareTo(level) <= 0;
  }

  /** Says that something asked for cannot be done. */
  public static void error(String message) {
    write(Level.ERROR, message);
  }

  /** Says that something is wrong, and the program goes on without it. */
  public static void warn(String message) {
    write(Level.WARN, message);
  }

  /** Says that something is wrong, and why. */
  public static void warn(String message, Throwable cause) {
    write(Level.WARN, message + ": " + describe(cause));
  }

  /** Says what JFS did. */
  public static void info(String message) {
    write(Level.INFO, message);
  }

  /** Says what JFS did, for those who debug it. */
  public static void debug(String message) {
    write(Level.DEBUG, message);
  }

  /** A throwable in one line. */
  public static String describe(Throwable cause) {
    String message = cause.getMessage();
    String name = cause.getClass().getSimpleName();
    return message == null || message.isBlank() ? name : name + ": " + message;
  }

  private static void write(Level at, String message) {
    if (!isEnabled(at)) {
      return;
    }
    String line = "jfs: " + at.name().toLowerCase(Locale.ROOT) + ": " + oneLine(message) + "\n";
    try {
      new FileOutputStream(FileDescriptor.err).write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Standard error is closed: there is nobody left to tell.
    } catch (SecurityException e) {
      System.err.print(line); // a security manager guards the descriptor, but not this
    }
  }

  /** Control characters, line ends among them, would let a message look like two. */
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
