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
    switch (message) {
      case "Connection reset":
      case "Connection reset by peer":
        return RESET;
      case "Broken pipe":
        return BROKEN_PIPE;
      case "Socket closed":
      case "Socket is closed":
        return SOCKET_CLOSED;
      default:
        e.printStackTrace();
        return STRANGE;
    }
  }
}
