package java.io;

import java.util.Arrays;

/**
 * What JFS knows of one object stream that is written. Used as the stream itself, by one thread at
 * a time.
 */
final class JfsOutputState {

  /** A power of two. */
  private static final int PLACES = 32;

  private boolean isClassKnown;
  private boolean leavesWritingAsItIs;
  private boolean isReplacingKnown;
  private boolean replacesRemoteAlone;

  /** That of the last object: the next one is often of the same class. */
  private JfsWritePlan lastPlan;

  /** Plans of the same graph, each in the place of its class's hash; null before there were two. */
  private JfsWritePlan[] others;

  private boolean isOfMany;

  /**
   * How many handles the stream had given after the last graph; or more, after larger ones, half as
   * many more with each graph: the next large one may come soon.
   */
  int handles;

  /** Whether a stream that may replace objects replaces only those that are remote. */
  boolean replacesRemoteAlone(ObjectOutputStream out) {
    if (!isReplacingKnown) {
      replacesRemoteAlone = JfsRmi.replacesRemoteAlone(out.getClass());
      isReplacingKnown = true;
    }
    return replacesRemoteAlone;
  }

  /** Whether a stream's class leaves the methods as they are that classes of the JDK's write by. */
  boolean leavesWritingAsItIs(ObjectOutputStream out) {
    if (!isClassKnown) {
      leavesWritingAsItIs = JfsOverrides.hasNone(out.getClass(), ObjectOutputStream.class);
      isClassKnown = true;
    }
    return leavesWritingAsItIs;
  }

  /**
   * A graph is written: a stream that lives on must not keep the loader of its classes.
   *
   * @param given how many handles the stream has given
   */
  void forget(int given) {
    handles = Math.max(given, handles / 2);
    lastPlan = null;
    if (isOfMany) {
      Arrays.fill(others, null);
      isOfMany = false;
    }
  }

  /** The plan for objects of a class, as {@link JfsWritePlan#of}. */
  JfsWritePlan plan(Class<?> type) {
    // Read once: a program may write by two threads, without a lock, and what one of them meets
    // must be the plan of the object that it has.
    JfsWritePlan last = lastPlan;
    if (last == null || last.type != type) {
      last = last == null ? JfsWritePlan.of(type) : other(type);
      lastPlan = last;
    }
    return last;
  }

  private JfsWritePlan other(Class<?> type) {
    if (others == null) {
      others = new JfsWritePlan[PLACES];
    }
    isOfMany = true;
    int place = System.identityHashCode(type) & (PLACES - 1);
    JfsWritePlan plan = others[place];
    if (plan == null || plan.type != type) {
      plan = JfsWritePlan.of(type);
      others[place] = plan;
    }
    return plan;
  }
}
