package sun.nio.ch;

/** How long a selector sleeps while only its own look can tell that a channel has room. */
final class JfsNaps {

  private static final long SHORTEST_NANOS = 50_000;
  private static final long LONGEST_NANOS = 10_000_000;

  /** It uses little of a processor while it waits, and goes on with little delay. */
  private static final int PART = 4;

  private JfsNaps() {}

  /** The next nap of a selector that has waited for so long, in nanoseconds. */
  static long after(long waitedNanos) {
    return Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, waitedNanos / PART));
  }
}
