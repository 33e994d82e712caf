package jfs.shm;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * How soon the exchange's thread looks again by itself. To be woken is most of what a short
 * connection costs it, and its peer's. So for a while after a pair was made the thread looks often,
 * and what nobody waits for, as the memory of a pair that is over, is done then, or along with what
 * it is woken for. The thread's own, but for {@link #looksSoon}.
 */
final class Pace {

  private static final long SOON_MILLIS = 50;
  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(SOON_MILLIS);
  private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long NOT_SOON_NANOS = Long.MAX_VALUE / 2;

  /** When a pair was made last, if one was. */
  private long pairedAt = System.nanoTime() - BUSY_NANOS;

  /** With frames that go out with later ones, if there are some soon. */
  private final Set<Link> late = new HashSet<>();

  private long lateSince;

  /** When the thread looks at its tasks at the latest, if nobody wakes it. */
  private volatile long looksAt = System.nanoTime() + NOT_SOON_NANOS;

  /** A pair was made, and may end soon. */
  void paired() {
    pairedAt = System.nanoTime();
  }

  /** A link has something to send that need not be sent at once. */
  void hasLate(Link link) {
    if (late.isEmpty()) {
      lateSince = System.nanoTime();
    }
    late.add(link);
  }

  /** Sends what was not sent along with something else in time. */
  void flushLate() {
    if (!late.isEmpty() && System.nanoTime() - lateSince >= SOON_NANOS) {
      for (Iterator<Link> each = late.iterator(); each.hasNext(); ) {
        each.next().flushLate();
        each.remove(); // last: without memory for it, it is done again
      }
    }
  }

  /** How long to sleep at most, given another limit; 0 is for ever. */
  long pauseMillis(long most) {
    if (late.isEmpty() && System.nanoTime() - pairedAt >= BUSY_NANOS) {
      return most;
    }
    return most == 0 ? SOON_MILLIS : Math.min(SOON_MILLIS, most);
  }

  /** The thread is about to sleep so long, 0 for ever, unless it sees that there is a task. */
  void sleeps(long millis) {
    looksAt =
        System.nanoTime() + (millis == 0 ? NOT_SOON_NANOS : TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /**
   * Whether the thread will soon see, without being woken, a task that was added before. Both the
   * tasks and the time are volatile: the thread writes the time and then looks for tasks, so it
   * sees this one, or the caller sees what the thread has written.
   */
  boolean looksSoon() {
    return looksAt - System.nanoTime() <= SOON_NANOS;
  }
}
