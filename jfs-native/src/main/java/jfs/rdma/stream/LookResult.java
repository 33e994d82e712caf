package jfs.rdma.stream;

/**
 * What the reactor has found at a connection, in one int, since it looks at many, also when the
 * program has left it no memory.
 */
public final class LookResult {

  static final int ARMED = 1;
  static final int IDLE = 2;
  static final int DRAINED = 4;
  static final int RESET = 8;
  static final int GONE = 16;
  static final int FOLLOWS = 32;

  private LookResult() {}

  /** Whether the next completion raises an event, or there will be none. */
  public static boolean isArmed(int result) {
    return (result & ARMED) != 0;
  }

  /** Whether no thread has polled it since the last look. */
  public static boolean isIdle(int result) {
    return (result & IDLE) != 0;
  }

  /** Whether all that this end sent has arrived, or never will. */
  public static boolean hasDrained(int result) {
    return (result & DRAINED) != 0;
  }

  /** Whether it has broken before the peer closed. */
  public static boolean isReset(int result) {
    return (result & RESET) != 0;
  }

  /** Whether the peer has ended it, in order or not. */
  public static boolean hasGone(int result) {
    return (result & GONE) != 0;
  }

  /** Whether the peer's HELLO has committed it since the last look. */
  public static boolean follows(int result) {
    return (result & FOLLOWS) != 0;
  }
}
