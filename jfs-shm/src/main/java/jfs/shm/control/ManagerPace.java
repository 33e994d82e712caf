package jfs.shm.control;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * How soon the manager's thread looks for tasks without a wake-up. Wake-ups are most of what a
 * short connection costs the managers of both JVMs. So for a while after a pair was made, the
 * thread looks often. Work that no thread waits for, such as freeing the memory of a pair that is
 * over, is done then, or with the next wake-up. Used by the manager's thread alone, except {@link
 * #looksSoon}.
 */
final class ManagerPace {

  private static final long SOON_MILLIS = 50;
  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(SOON_MILLIS);
  private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long NOT_SOON_NANOS = Long.MAX_VALUE / 2;

  /** When the last pair was made, if there was one. */
  private long pairedAt = System.nanoTime() - BUSY_NANOS;

  /** Has frames that wait a short time for other frames to go out with. */
  interface Late {

    /** Sends them. */
    void flushLate();
  }

  private final Set<Late> late = new HashSet<>();

  private long lateSince;

  /** When the thread looks at its tasks at the latest, without a wake-up. */
  private volatile long looksAt = System.nanoTime() + NOT_SOON_NANOS;

  /** A pair was made, and may end soon. */
  void paired() {
    pairedAt = System.nanoTime();
  }

  /** A link has frames to send that need not go out at once. */
  void hasLate(Late link) {
    if (late.isEmpty()) {
      lateSince = System.nanoTime();
    }
    late.add(link);
  }

  /** Sends the frames that no other frame has taken along in time. */
  void flushLate() {
    if (!late.isEmpty() && System.nanoTime() - lateSince >= SOON_NANOS) {
      for (Iterator<Late> each = late.iterator(); each.hasNext(); ) {
        each.next().flushLate();
        each.remove(); // last: if memory is lacking, it is done again
      }
    }
  }

  /** How long to sleep at most, given another limit; 0 is without limit. */
  long pauseMillis(long most) {
    if (late.isEmpty() && System.nanoTime() - pairedAt >= BUSY_NANOS) {
      return most;
    }
    return most == 0 ? SOON_MILLIS : Math.min(SOON_MILLIS, most);
  }

  /** The thread is about to sleep so long, 0 without limit, unless it finds a task. */
  void sleeps(long millis) {
    looksAt =
        System.nanoTime() + (millis == 0 ? NOT_SOON_NANOS : TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /**
   * Whether the thread will soon see, without a wake-up, a task that the caller has added. Both the
   * tasks and the time are volatile. The thread writes the time and then looks for tasks; the
   * caller adds the task and then reads the time. So the thread sees the task, or the caller sees
   * the time.
   */
  boolean looksSoon() {
    return looksAt - System.nanoTime() <= SOON_NANOS;
  }
}
