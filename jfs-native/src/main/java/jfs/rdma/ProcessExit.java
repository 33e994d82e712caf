package jfs.rdma;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.transport.Reason;

/**
 * What the end of the JVM asks of its connections: that what was written arrives in the peers'
 * memory, as it would in the kernel's, and that they know that it was the end. No connection leaves
 * TCP any more, since it could not be told in time.
 */
final class ProcessExit {

  private static final long MOST_MILLIS = 3000;

  private final Reactor reactor;

  /** Null until it has begun. The reactor's thread's own. */
  private CountDownLatch drained;

  ProcessExit(Reactor reactor) {
    this.reactor = reactor;
  }

  /** Begins it and waits for it; not for long if a peer takes nothing. Not the reactor's thread. */
  void await() {
    CountDownLatch done = new CountDownLatch(1);
    reactor.execute(() -> begin(done));
    try {
      if (!done.await(MOST_MILLIS, TimeUnit.MILLISECONDS)) {
        Log.info("a peer has not taken everything");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(CountDownLatch done) {
    drained = done;
    for (Pair pair = reactor.pairs().first(), next; pair != null; pair = next) {
      next = pair.next;
      begin(pair);
    }
  }

  /** Who has accepted and waits to be bound may be bound yet; who has connected does not bind. */
  private void begin(Pair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || (pair.isConnector() && !transport.hasBound())) {
      reactor.pairing().drop(pair, Reason.NOT_FREE);
      return;
    }
    synchronized (transport.talk().wire()) {
      transport.talk().ending();
    }
  }

  boolean hasBegun() {
    return drained != null;
  }

  /** Looks whether everything has arrived. */
  void check() {
    boolean all = true;
    for (Pair pair = reactor.pairs().first(), next; pair != null; pair = next) {
      next = pair.next;
      reactor.upkeep().watch(pair);
      if (pair.transport() != null) {
        Conversation talk = pair.transport().talk();
        synchronized (talk.wire()) {
          all &= talk.hasDrained();
        }
      }
    }
    if (all) {
      drained.countDown();
    }
  }

  /** Nothing more can be done. */
  void giveUp() {
    if (drained != null) {
      drained.countDown();
    }
  }
}
