package jfs.rdma.verbs;

/**
 * The result of a poll in one long, since there are millions of polls a second: bytes that the peer
 * has written (31 bits), receive slots and send slots that are free again (12 bits each), and
 * messages (6 bits). As in {@code jni/verbs.c}.
 */
public final class PollResult {

  private static final int RECEIVED_SHIFT = 31;
  private static final int SENT_SHIFT = 43;
  private static final int MESSAGES_SHIFT = 55;
  private static final int SLOTS_MASK = 0xfff;

  private PollResult() {}

  static long of(int bytes, int received, int sent, int messages) {
    return bytes
        | (long) received << RECEIVED_SHIFT
        | (long) sent << SENT_SHIFT
        | (long) messages << MESSAGES_SHIFT;
  }

  /** How many bytes the peer has written. */
  public static int bytes(long progress) {
    return (int) (progress & Integer.MAX_VALUE);
  }

  static int received(long progress) {
    return (int) (progress >>> RECEIVED_SHIFT) & SLOTS_MASK;
  }

  static int sent(long progress) {
    return (int) (progress >>> SENT_SHIFT) & SLOTS_MASK;
  }

  /** How many messages have come. */
  public static int messages(long progress) {
    return (int) (progress >>> MESSAGES_SHIFT);
  }
}
