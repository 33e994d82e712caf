package jfs.natives;

/**
 * The result of loading the native library.
 *
 * @param state the kind of result
 * @param detail in one line: where the library came from, or why there is none
 */
public record NativeStatus(State state, String detail) {

  /** The kind of result. */
  public enum State {
    /** It is loaded and of the right contract version. */
    LOADED,
    /** An option, this JDK's settings or a security manager bars it. */
    SWITCHED_OFF,
    /** JFS was built without one for this platform. */
    NOT_BUILT,
    /** There should be a library, and it cannot be used. */
    FAILED
  }

  /** Whether native methods may be called. */
  public boolean isLoaded() {
    return state == State.LOADED;
  }

  /** For logs, in one line. */
  @Override
  public String toString() {
    return isLoaded()
        ? "native library loaded from " + detail
        : "no native library, pure-Java mode: " + detail;
  }
}
