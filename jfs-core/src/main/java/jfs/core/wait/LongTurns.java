package jfs.core.wait;

/**
 * Whether a yield of this process usually takes long: other threads want the processors that no
 * message depends on, such as those of programs that compute. A yield to one of them costs a slice
 * of the scheduler's time, and a thread that sleeps runs sooner, once it is woken, than one that
 * has yielded. So after such a turn no thread yields for several times as long. If each of hundreds
 * of directions found that out for itself, each message would cost a slice. A single long turn
 * among many short ones says nothing: a collector may have stopped the process. Any thread may
 * call; the answer is a hint, so that updates may be lost.
 */
final class LongTurns {

  /** What all threads of this process have learned. */
  static final LongTurns OF_PROCESS = new LongTurns();

  /** A peer's answer seldom takes as long; a scheduler's slice takes longer. */
  static final long NANOS = 500_000;

  /** What a turn counts for at most: the process may have been stopped meanwhile. */
  static final long LONGEST_NANOS = 100_000_000;

  /** No yield for so many times as long as the turn took. */
  private static final int ABSTENTION = 10;

  /** After so many short turns a long one is an exception. */
  private static final int MANY = 16;

  /** Short turns since the last long one. */
  private int shortTurns;

  /** Meaningful if {@link #any}; set first, so that who sees that sees an end of a turn here. */
  private volatile long until;

  private volatile boolean any;

  /**
   * A thread here has yielded, and other threads had the processor meanwhile.
   *
   * @param nanos how long, {@link #LONGEST_NANOS} at most
   * @param now when that was over
   * @return whether it took long, and such turns are no exception
   */
  boolean ended(long nanos, long now) {
    if (nanos <= NANOS) {
      shortTurns++;
      return false;
    }
    int before = shortTurns;
    shortTurns = 0;
    if (before < 0 || before >= MANY) {
      return false;
    }
    long end = now + ABSTENTION * nanos;
    if (!any || end - until > 0) {
      until = end;
      any = true;
    }
    return true;
  }

  /** Whether there was one of late, so that it is better not to yield. */
  boolean areRecent(long now) {
    return any && now - until < 0;
  }
}
