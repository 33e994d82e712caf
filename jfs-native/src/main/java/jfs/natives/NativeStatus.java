package jfs.natives;

/**
 * How loading the native library went.
 *
 * @param state what came of it
 * @param detail in one line: where the library came from, or why there is none
 */
public record NativeStatus(State state, String detail) {

  /** What came of loading the native library. */
  public enum State {
    /** It is loaded and is the right one. */
    LOADED,
    /** The user does not want it. */
    SWITCHED_OFF,
    /** JFS was built without one for this platform. */
    NOT_BUILT,
    /** There should be one, and it cannot be used. */
    FAILED
  }

  /** Whether native methods may be called. */
  public boolean isLoaded() {
    return state == State.LOADED;
  }

  /** For people, in one line. */
  @Override
  public String toString() {
    return isLoaded()
        ? "native library loaded from " + detail
        : "no native library, pure-Java mode: " + detail;
  }
}
