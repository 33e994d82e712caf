package jfs.shm.control;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import jfs.core.platform.JdkSelectors;

/**
 * The selector that the manager's thread sleeps in. Used by that thread alone, except {@link
 * #wakeUp} and {@link #exits}.
 */
final class LinkSelector {

  private static final long EXITING_NANOS = 2_000_000;
  private static final long MOST_EXITING_NANOS = 16_000_000;

  private final Collection<?> tasks;

  /** Null before it is opened. Written before the thread looks whether it may sleep. */
  private volatile Selector selector;

  private volatile boolean exiting;
  private long exitingNanos = EXITING_NANOS;

  /**
   * Makes one that is not open.
   *
   * @param tasks what the thread has to do beside its channels
   */
  LinkSelector(Collection<?> tasks) {
    this.tasks = tasks;
  }

  void open() throws IOException {
    selector = JdkSelectors.provider().openSelector();
  }

  /** Closes it; it may be opened again. */
  void close() throws IOException {
    if (selector != null) {
      selector.close();
    }
  }

  /** Wakes the thread if it sleeps, or when it next would. Any thread may call. */
  void wakeUp() {
    Selector now = selector;
    if (now != null) {
      now.wakeup();
    }
  }

  SelectionKey register(SelectableChannel channel, int operations, Object attachment)
      throws IOException {
    return channel.register(selector, operations, attachment);
  }

  /**
   * Sleeps until there is something to do. A JVM that exits waits up to 300 ms for threads that are
   * in a system call (HotSpot's VM_Exit), which the manager's thread always is. So during an exit
   * the thread looks often, and sleeps in between as Java threads do for each other: longer, the
   * longer there is nothing to do, since a program's hooks may take minutes.
   *
   * @param pauseMillis how long at most; 0 is without limit
   */
  void sleep(long pauseMillis) throws IOException {
    if (exiting) {
      LockSupport.parkNanos(exitingNanos);
      boolean idle = selector.selectNow() == 0 && tasks.isEmpty();
      exitingNanos = idle ? Math.min(2 * exitingNanos, MOST_EXITING_NANOS) : EXITING_NANOS;
    } else {
      selector.select(pauseMillis);
    }
  }

  /** Looks for channels that are ready, without sleeping. */
  void look() throws IOException {
    selector.selectNow();
  }

  /** The keys of channels that are ready; the caller removes them. */
  Set<SelectionKey> ready() {
    return selector.selectedKeys();
  }

  /**
   * The JVM's exit has begun. It may take long, and the program's hooks may use connections. Any
   * thread may call.
   */
  void exits() {
    exiting = true;
    wakeUp();
  }
}
