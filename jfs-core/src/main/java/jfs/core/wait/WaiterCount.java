package jfs.core.wait;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many directions of this process's connections had to wait of late. If more wait in turn than
 * there are processors, a thread that polls keeps others from answering, perhaps even the thread
 * that it waits for.
 *
 * <p>A hint that guards nothing: a count that is a little off does no harm.
 */
final class WaiterCount {

  /** The length of a window: about a millisecond. */
  private static final int WINDOW_SHIFT = 20;

  private static final int COUNT_BITS = 24;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  /** The number of the current window, and how many have waited in it. */
  private static final AtomicLong CURRENT = new AtomicLong();

  /** How many waited in the window before. */
  private static volatile long previous;

  private WaiterCount() {}

  /** The window of a time that comes from {@link System#nanoTime}. */
  static long window(long nanoTime) {
    return nanoTime >>> WINDOW_SHIFT & (-1L >>> COUNT_BITS);
  }

  /** Counts a direction that waits in a window, and has not been counted in it before. */
  static void join(long window) {
    while (true) {
      long now = CURRENT.get();
      long last = now >>> COUNT_BITS;
      if (last == window) {
        if (CURRENT.compareAndSet(now, now + 1)) {
          return;
        }
      } else if (CURRENT.compareAndSet(now, window << COUNT_BITS | 1)) {
        previous = last + 1 == window ? now & COUNT_MASK : 0;
        return;
      }
    }
  }

  /** How many directions have waited in this window or the one before, whichever is more. */
  static long size() {
    return Math.max(CURRENT.get() & COUNT_MASK, previous);
  }
}
