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
 * thread that waited in a selector would keep its carrier thread. Started when the first thread
 * needs it.
 *
 * <p>Everything that the thread shares with others is the selector's own (key sets and interest
 * sets, which are thread-safe) and a concurrent queue.
 */
final class Poller implements Runnable {

  /** Loaded, and the thread started, when first needed. */
  private static final class Holder {
    static final Poller INSTANCE = start();

    private static Poller start() {
      try {
        Poller poller = new Poller(Selector.open());
        Thread thread = new Thread(null, poller, "jfs-poller", 0, false);
        thread.setDaemon(true);
        thread.start();
        return poller;
      } catch (IOException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  private final Selector selector;

  /** Those who wait until every key that they have cancelled is deregistered. */
  private final ConcurrentLinkedQueue<CompletableFuture<Void>> flushes =
      new ConcurrentLinkedQueue<>();

  private Poller(Selector selector) {
    this.selector = selector;
  }

  static Poller instance() {
    return Holder.INSTANCE;
  }

  Selector selector() {
    return selector;
  }

  /** Returns when every key that was cancelled before is deregistered; deaf to interrupts. */
  void flush() {
    CompletableFuture<Void> flushed = new CompletableFuture<>();
    flushes.add(flushed);
    selector.wakeup();
    flushed.join();
  }

  @Override
  public void run() {
    while (true) {
      try {
        selector.select(Poller::ready);
        if (!flushes.isEmpty()) {
          completeFlushes();
        }
      } catch (ClosedSelectorException e) {
        return;
      } catch (IOException | RuntimeException e) {
        Log.warn("poller: " + e);
      }
    }
  }

  private void completeFlushes() throws IOException {
    // Only those of now: their keys are cancelled, and this selection deregisters them.
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
