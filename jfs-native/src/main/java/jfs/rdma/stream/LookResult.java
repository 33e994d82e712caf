package jfs.rdma.stream;

import java.util.List;
import jfs.core.transport.TransportFailure;

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

  /** Where the number of a cause begins; 0 for none. */
  private static final int CAUSE = 8;

  private static final List<TransportFailure> CAUSES = List.of(TransportFailure.values());

  private LookResult() {}

  static int broken(TransportFailure cause) {
    return cause == null ? 0 : (CAUSES.indexOf(cause) + 1) << CAUSE;
  }

  /** Why it has broken; null if it has not. */
  public static TransportFailure cause(int result) {
    int number = result >>> CAUSE;
    return number == 0 ? null : CAUSES.get(number - 1);
  }

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
