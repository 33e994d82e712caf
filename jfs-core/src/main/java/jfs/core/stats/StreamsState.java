package jfs.core.stats;

/**
 * Whether JFS is in the object streams of this JVM: {@code on}, {@code off} with the reason behind
 * it, or null where nobody has asked for it. Any thread may call.
 */
public final class StreamsState {

  /** JFS is in the object streams, or will be as soon as the JVM loads them. */
  public static final String ON = "on";

  private static volatile String state;

  private StreamsState() {}

  /** What there is to say; null for nothing. */
  public static String get() {
    return state;
  }

  /** Says so from now on. */
  public static void set(String newState) {
    state = newState;
  }
}
