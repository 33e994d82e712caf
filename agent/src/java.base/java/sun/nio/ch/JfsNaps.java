package sun.nio.ch;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ConcurrentModificationException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a selector sleeps while only its own look can tell that a channel has room. Used by the
 * selecting thread.
 */
final class JfsNaps {

  private static final long SHORTEST_NANOS = 50_000;
  private static final long LONGEST_NANOS = 10_000_000;

  /** It uses little of a processor while it waits, and goes on with little delay. */
  private static final int PART = 4;

  private final Set<SelectionKey> selected;

  /** Whether the kernel has told of a channel of JFS that is ready, in its last selection. */
  boolean told;

  /** Whether this selection is to end with none, since a ready key was left selected. */
  boolean left;

  /** When the naps of this selection began; 0 if there were none. */
  private long began;

  /** Whether the thread has a permit to park, with which no nap lasts. */
  private boolean hasPermit;

  /** With the keys that the program has not taken from its selector's selection. */
  JfsNaps(Set<SelectionKey> selected) {
    this.selected = selected;
  }

  /** The next nap of a thread that has waited for so long, in nanoseconds. */
  static long after(long waitedNanos) {
    return Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, waitedNanos / PART));
  }

  /** A selection begins. */
  void begin() {
    began = 0;
    hasPermit = false;
    left = false;
  }

  /** How long the next is, in nanoseconds. */
  long next() {
    long now = System.nanoTime();
    if (began == 0) {
      began = now;
    }
    return after(now - began);
  }

  /** How much of such a nap the kernel can wait. */
  long millisOf(long nanos) {
    return Math.max(TimeUnit.NANOSECONDS.toMillis(nanos), hasPermit ? 1 : 0);
  }

  /**
   * Whether a selection that counts no key has met one that is ready, which the program has left
   * selected: such a key ends each selection of the JDK's. The kernel's word of a channel of JFS is
   * known; it is asked for others.
   */
  boolean leavesOut() throws IOException {
    try {
      return !selected.isEmpty() && (told || isAnyReady());
    } catch (OutOfMemoryError e) {
      return true; // rather than to wait for room, perhaps for ever
    } catch (ConcurrentModificationException e) {
      return false; // the program takes one out just now: the next nap tells
    }
  }

  private boolean isAnyReady() throws IOException {
    for (SelectionKey one : selected) {
      if (one instanceof SelectionKeyImpl key
          && key.isValid()
          && !(key.channel() instanceof JfsSelectedChannel)
          && isReady(key)) {
        return true;
      }
    }
    return false;
  }

  /** Without interest the JDK does not ask, and the kernel would tell of an end or an error. */
  private static boolean isReady(SelectionKeyImpl key) throws IOException {
    int events = key.translateInterestOps();
    return events != 0 && Net.poll(key.getFD(), events, 0) != 0;
  }

  /** Sleeps for less than the kernel's wait can. The program's permit to park is left to it. */
  void sleep(Object blocker, long nanos) {
    long start = System.nanoTime();
    LockSupport.parkNanos(blocker, nanos);
    if (System.nanoTime() - start < nanos / 2 && !Thread.currentThread().isInterrupted()) {
      LockSupport.unpark(Thread.currentThread());
      hasPermit = true;
    }
  }
}
