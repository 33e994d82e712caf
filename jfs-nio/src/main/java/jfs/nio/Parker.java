package jfs.nio;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where a platform thread sleeps until one channel is ready: a selector that has only that channel.
 *
 * <p>The key stays registered between waits, so that a wait is a single system call. So a close
 * must deregister it, at once: the JDK does not free the descriptor of a registered channel. {@code
 * use} tells the closing thread which of two things to do. It cleans up an idle selector, which the
 * pool can lend again; it closes a selector on which a thread sleeps.
 */
final class Parker {

  private enum Use {
    IDLE,
    WAITING,
    CLOSED
  }

  private final Selector selector;
  private final SelectionKey key;
  private final AtomicReference<Use> use = new AtomicReference<>(Use.IDLE);

  Parker(Selector selector, SelectableChannel channel, int op) throws ClosedChannelException {
    this.selector = selector;
    this.key = channel.register(selector, op);
  }

  /**
   * Waits until the channel is ready for {@code op}, this parker is closed, the thread is
   * interrupted, or {@code nanos} (0: for ever) have passed. May return for no reason at all. One
   * thread at a time.
   */
  void park(int op, long nanos) throws IOException {
    if (!use.compareAndSet(Use.IDLE, Use.WAITING)) {
      return;
    }
    try {
      if (key.interestOps() != op) {
        key.interestOps(op);
      }
      selector.select(Parker::ignore, Timeouts.toMillis(nanos));
    } catch (ClosedSelectorException | CancelledKeyException e) {
      // Closed meanwhile, as the caller will see.
    } finally {
      use.compareAndSet(Use.WAITING, Use.IDLE);
    }
  }

  /** Deregisters the channel and wakes up the waiter. Both are done on return. */
  void close() throws IOException {
    Use last = use.getAndSet(Use.CLOSED);
    if (last == Use.IDLE) {
      key.cancel();
      selector.selectNow(Parker::ignore);
      SelectorPool.giveBack(selector);
    } else if (last == Use.WAITING) {
      SelectorPool.discard(selector);
    }
  }

  /** Does nothing: with one channel, the end of a selection says all. */
  private static void ignore(SelectionKey ready) {}
}
