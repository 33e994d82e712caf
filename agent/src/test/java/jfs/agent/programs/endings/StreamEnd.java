package jfs.agent.programs.endings;

import java.io.IOException;

/** How reading or writing ended. */
public enum StreamEnd {
  /** It did not, or the thread had no more to do. */
  NONE(0),
  END_OF_FILE(1),
  RESET(2),
  BROKEN_PIPE(3),
  /** By this very end's close. */
  SOCKET_CLOSED(4),
  /** In a way that no socket of the JDK shows. */
  STRANGE(5);

  private final int code;

  StreamEnd(int code) {
    this.code = code;
  }

  /** What an end notes of it. */
  int code() {
    return code;
  }

  /** What an end noted. */
  public static StreamEnd of(long code) {
    for (StreamEnd outcome : values()) {
      if (outcome.code == code) {
        return outcome;
      }
    }
    throw new IllegalArgumentException("outcome " + code);
  }

  static StreamEnd of(IOException e) {
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
