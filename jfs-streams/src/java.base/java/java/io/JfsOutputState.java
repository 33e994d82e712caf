package java.io;

/**
 * What JFS knows of one object stream that is written. Used as the stream itself, by one thread at
 * a time.
 */
final class JfsOutputState {

  /** Whether the stream, if it may replace objects, replaces only those that are remote. */
  final boolean replacesRemoteAlone;

  /** The class of the last object, and its plan: the next one is often of the same. */
  private Class<?> lastType;

  private JfsWritePlan lastPlan;

  JfsOutputState(ObjectOutputStream out) {
    replacesRemoteAlone = JfsRmi.replacesRemoteAlone(out.getClass());
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
