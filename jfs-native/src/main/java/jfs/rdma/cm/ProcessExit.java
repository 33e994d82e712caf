package jfs.rdma.cm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.transport.Reason;
import jfs.rdma.stream.RdmaTransport;

/**
 * The end of the JVM: waits until all written bytes have arrived in the peers' memory, since no
 * kernel keeps them for later, and lets the peers know that it was an orderly end. From then on no
 * connection leaves TCP, since there may be no time to tell the peer.
 */
final class ProcessExit {

  private static final long MOST_MILLIS = 3000;

  private final Tasks tasks;
  private final Pairs pairs;
  private final Obstacles obstacles;
  private final PairAbort abort;
  private final PairWatch watch;

  /** Null until it has begun. For the reactor's thread only. */
  private CountDownLatch drained;

  ProcessExit(Tasks tasks, Pairs pairs, Obstacles obstacles, PairAbort abort, PairWatch watch) {
    this.tasks = tasks;
    this.pairs = pairs;
    this.obstacles = obstacles;
    this.abort = abort;
    this.watch = watch;
  }

  /** Begins it and waits for it, for 3 s at most. Not on the reactor's thread. */
  void await() {
    CountDownLatch done = new CountDownLatch(1);
    tasks.execute(() -> begin(done));
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
    obstacles.processEnds();
    for (RdmaPair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      begin(pair);
    }
  }

  /**
   * An acceptor in limbo may still be committed by its peer. A client commits nothing any more, and
   * an acceptor that waits for its client's proof has told that client nothing to commit.
   */
  private void begin(RdmaPair pair) {
    RdmaTransport transport = pair.transport();
    if (transport != null
        && (transport.connection().hasCommitted() || (pair.isInstalled() && !pair.isConnector()))) {
      transport.connection().processEnds();
    } else {
      abort.drop(pair, Reason.NOT_FREE);
    }
  }

  boolean hasBegun() {
    return drained != null;
  }

  /** Ends the wait if everything has arrived. */
  void check() {
    boolean all = true;
    for (RdmaPair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      watch.watch(pair);
      if (pair.transport() != null) {
        all &= pair.transport().connection().hasDrained();
      }
    }
    if (all) {
      drained.countDown();
    }
  }

  /** The reactor has failed: ends the wait. */
  void giveUp() {
    if (drained != null) {
      drained.countDown();
    }
  }
}
