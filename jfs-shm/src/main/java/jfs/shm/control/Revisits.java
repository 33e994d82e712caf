package jfs.shm.control;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * JVMs that hung up before their HELLO or soon after it, for example because they lacked memory for
 * a link. They are visited again, ever more seldom, but as long as they live: what they lack may
 * come back at any time, and a connection to them could then have a pair. Used by the manager's
 * thread alone.
 */
final class Revisits {

  static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How often the pause doubles: to four minutes, in which a visit costs nothing. */
  static final int DOUBLINGS = 8;

  private final Map<String, Visits> due = new HashMap<>();

  private static final class Visits {
    int doublings;
    long at;
    boolean underWay;

    boolean isDue(long now) {
      return !underWay && at - now <= 0;
    }
  }

  /** A JVM hung up: it is due again after a pause. */
  void hungUp(String name, long now) {
    Visits visits = due.get(name);
    if (visits == null) { // without a lambda, of which the JVM would make a class
      visits = new Visits();
      due.put(name, visits);
    }
    visits.at = now + (FIRST_PAUSE_NANOS << visits.doublings);
    visits.doublings = Math.min(visits.doublings + 1, DOUBLINGS);
    visits.underWay = false;
  }

  /** A link to a JVM has lasted, or the JVM is gone. */
  void forget(String name) {
    due.remove(name);
  }

  /** A JVM that is due; null if none is. */
  String next(long now) {
    for (Map.Entry<String, Visits> each : due.entrySet()) {
      if (each.getValue().isDue(now)) {
        return each.getKey();
      }
    }
    return null;
  }

  /**
   * A JVM was visited, or has connected itself; if it has not hung up by now, the link may last.
   */
  void visited(String name, long now) {
    Visits visits = due.get(name);
    if (visits != null && visits.isDue(now)) {
      visits.underWay = true;
    }
  }

  /** How long until the next one is due, in milliseconds, at least one; 0 if none will be. */
  long pauseMillis(long now) {
    long least = Long.MAX_VALUE;
    for (Visits visits : due.values()) {
      least = visits.underWay ? least : Math.min(least, visits.at - now);
    }
    return least == Long.MAX_VALUE ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(least)) + 1;
  }
}
