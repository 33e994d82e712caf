package jfs.nio;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The selectors with which platform threads wait, each by itself: the shortest way from the kernel
 * to the thread. A selector costs two descriptors, so the pool lends only a limited number. Beyond
 * that, or when the process has no descriptors left, threads wait through the {@link Poller}, which
 * needs none.
 *
 * <p>The queue orders what one thread did with a selector before what the next one does. The
 * counters are only hints.
 */
final class SelectorPool {

  /** Of the 1,024 descriptors that a process usually has, at most a quarter. */
  static final int MOST_LENT = 128;

  private static final int MOST_KEPT = 16;

  private static final ConcurrentLinkedQueue<Selector> KEPT = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger keptCount = new AtomicInteger();
  private static final AtomicInteger lentCount = new AtomicInteger();

  private SelectorPool() {}

  /** Returns a selector without keys, or null if the pool can lend none. */
  static Selector lend() {
    if (lentCount.incrementAndGet() > MOST_LENT) {
      lentCount.decrementAndGet();
      return null;
    }
    Selector kept = KEPT.poll();
    if (kept != null) {
      keptCount.decrementAndGet();
      return kept;
    }
    try {
      return Selector.open();
    } catch (IOException e) {
      lentCount.decrementAndGet();
      return null;
    }
  }

  /** Takes back a selector that has no keys and on which no thread waits. */
  static void giveBack(Selector selector) throws IOException {
    lentCount.decrementAndGet();
    if (keptCount.incrementAndGet() <= MOST_KEPT) {
      KEPT.add(selector);
    } else {
      keptCount.decrementAndGet();
      selector.close();
    }
  }

  /** Closes a selector that was lent; a thread that waits on it wakes up. */
  static void discard(Selector selector) throws IOException {
    lentCount.decrementAndGet();
    selector.close();
  }

  static int lent() {
    return lentCount.get();
  }
}
