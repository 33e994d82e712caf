package java.io;

/**
 * What JFS knows of one object stream that is written. Used as the stream itself, by one thread at
 * a time.
 */
final class JfsOutputState {

  private boolean isReplacingKnown;
  private boolean replacesRemoteAlone;

  /** The class of the last object, and its plan: the next one is often of the same. */
  private Class<?> lastType;

  private JfsWritePlan lastPlan;

  /** Whether a stream that may replace objects replaces only those that are remote. */
  boolean replacesRemoteAlone(ObjectOutputStream out) {
    if (!isReplacingKnown) {
      replacesRemoteAlone = JfsRmi.replacesRemoteAlone(out.getClass());
      isReplacingKnown = true;
    }
    return replacesRemoteAlone;
  }

  /** A graph is written: a stream that lives on must not keep the loader of its classes. */
  void forget() {
    lastType = null;
    lastPlan = null;
  }

  /** The plan for objects of a class, as {@link JfsWritePlan#of}. */
  JfsWritePlan plan(Class<?> type) {
    if (type != lastType) {
      lastPlan = JfsWritePlan.of(type);
      lastType = type;
    }
    return lastPlan;
  }
}
