package jfs.nio;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import jfs.core.config.Log;

/**
 * One daemon thread that waits for the channels on which virtual threads are blocked: a virtual
 * thread that waited in a selector would hold its carrier thread. Started when first needed: {@link
 * SharedPoller}.
 *
 * <p>This thread shares with others only the selector's key sets and interest sets, which are
 * thread-safe, and a concurrent queue.
 */
final class Poller implements Runnable {

  private final Selector selector;

  /** One for each thread that waits until the keys that it has cancelled are deregistered. */
  private final ConcurrentLinkedQueue<CompletableFuture<Void>> flushes =
      new ConcurrentLinkedQueue<>();

  Poller(Selector selector) {
    this.selector = selector;
  }

  Selector selector() {
    return selector;
  }

  /** Returns when every key that was cancelled before is deregistered; ignores interrupts. */
  void flush() {
    CompletableFuture<Void> flushed = new CompletableFuture<>();
    flushes.add(flushed);
    selector.wakeup();
    flushed.join();
  }

  /** Ends only if the selector is closed: threads sleep until this one wakes them. */
  @Override
  public void run() {
    while (selector.isOpen()) {
      try {
        turn();
      } catch (ClosedSelectorException e) {
        return;
      } catch (Throwable e) {
        // Out of memory, most likely. What was ready is still ready, and select reports it again.
        complain(e);
      }
    }
  }

  private void turn() throws IOException {
    // An interrupt is not meant for this thread, and would keep it from sleeping in select.
    Thread.interrupted();
    if (flushes.isEmpty()) {
      selector.select(Poller::ready);
    } else {
      completeFlushes();
    }
  }

  private static void complain(Throwable e) {
    try {
      Log.warn("poller: " + Log.describe(e));
    } catch (Throwable again) {
      // There is no memory to log that either.
    }
  }

  private void completeFlushes() throws IOException {
    // Only the flushes of now: their keys are cancelled, and this selection deregisters them.
    int count = flushes.size();
    selector.selectNow(Poller::ready);
    for (; count > 0; count--) {
      flushes.remove().complete(null);
    }
  }

  private static void ready(SelectionKey key) {
    ((PolledChannel) key.attachment()).ready(key);
  }
}
