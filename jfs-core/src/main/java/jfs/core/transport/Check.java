package jfs.core.transport;

/**
 * The result of a check of one thing that JFS may use, for {@code jfs doctor}.
 *
 * @param name the thing, in a word or two
 * @param detail in one line, for people
 */
public record Check(String name, State state, String detail) {

  /** Whether what was asked for is there. */
  public enum State {
    /** It is there. */
    OK,
    /** It is missing, or not wanted, and that is no fault. */
    NOTE,
    /** It was asked for, and is not available. */
    FAILED
  }

  /** It is there. */
  public static Check ok(String name, String detail) {
    return new Check(name, State.OK, detail);
  }

  /** It is missing, or not wanted, and that is no fault. */
  public static Check note(String name, String detail) {
    return new Check(name, State.NOTE, detail);
  }

  /** It was asked for, and is not available. */
  public static Check failed(String name, String detail) {
    return new Check(name, State.FAILED, detail);
  }
}
