package jfs.core.wait;

/**
 * Whether threads of this process that yielded a processor did not get it back for long: others
 * want it that nobody here waits for, such as programs that compute or the JVM's compilers. To
 * yield to them costs a slice of the scheduler's time, and a thread that sleeps is woken sooner
 * than one that has yielded. So after such a turn no thread of the process yields for several times
 * as long. If each of hundreds of directions found that out for itself, each message would cost a
 * slice. Any thread may call; the answer is a hint.
 */
final class LongTurns {

  /** What all threads of this process have learned. */
  static final LongTurns OF_PROCESS = new LongTurns();

  /** A scheduler's slice takes longer; a peer's answer seldom does. */
  static final long NANOS = 500_000;

  /** None takes longer: the process was stopped meanwhile. */
  static final long LONGEST_NANOS = 100_000_000;

  /** No yield for so many times as long as the turn took: a tenth of the time is lost at most. */
  private static final int ABSTENTION = 10;

  /** Set first, so that a thread that sees {@link #any} sees this turn's end or a later one's. */
  private volatile long until;

  private volatile boolean any;

  /** Notes the turn that another thread took while one here had yielded, and when that was over. */
  void ended(long nanos, long now) {
    if (nanos > NANOS) {
      until = now + ABSTENTION * nanos;
      any = true;
    }
  }

  /** Whether there was one of late, so that it is better not to yield. */
  boolean areRecent(long now) {
    return any && now - until < 0;
  }
}
