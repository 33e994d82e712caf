package jfs.agent.programs.endings;

import java.io.IOException;

/** How reading or writing ended. */
public enum Outcome {
  /** It did not, or the thread had no more to do. */
  NONE,
  END_OF_FILE,
  RESET,
  BROKEN_PIPE,
  /** By this very end's close. */
  SOCKET_CLOSED,
  /** As no socket of the JDK does. */
  STRANGE;

  /** What an end noted. */
  public static Outcome of(long ordinal) {
    return values()[(int) ordinal];
  }

  static Outcome of(IOException e) {
    String message = String.valueOf(e.getMessage());
    return switch (message) {
      case "Connection reset", "Connection reset by peer" -> RESET;
      case "Broken pipe" -> BROKEN_PIPE;
      case "Socket closed", "Socket is closed" -> SOCKET_CLOSED;
      default -> {
        e.printStackTrace();
        yield STRANGE;
      }
    };
  }
}
