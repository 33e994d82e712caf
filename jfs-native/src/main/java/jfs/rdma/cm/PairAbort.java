package jfs.rdma.cm;

import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/**
 * Gives up pairs that are not committed, so that their connections stay on TCP. For the reactor's
 * thread only.
 */
final class PairAbort {

  private final Pairs pairs;
  private final Requests requests;
  private final Tasks tasks;
  private final Runnable askNext;

  /**
   * For these pairs and requests.
   *
   * @param askNext begins the requests whose turn it is when another has ended
   */
  PairAbort(Pairs pairs, Requests requests, Tasks tasks, Runnable askNext) {
    this.pairs = pairs;
    this.requests = requests;
    this.tasks = tasks;
    this.askNext = askNext;
  }

  /** Gives up a pair, unless it is committed: then it ends in another way. */
  void drop(RdmaPair pair, Reason peers) {
    Reason reason = pair.ownRefusal() != null ? pair.ownRefusal() : peers;
    RdmaEndpoint registered = pair.registered();
    PairingEnd end = registered.get();
    if (pair.transport() != null && !pair.abandon()) {
      return;
    }
    endRequest(pair);
    registered.forget(pair);
    if (end != null) {
      if (pair.isInstalled()) {
        end.uninstall(pair.transport(), reason);
      } else {
        end.explain(reason);
      }
    }
    pairs.remove(pair);
  }

  /** A pair's request is over, if it was under way: another one may begin. */
  void endRequest(RdmaPair pair) {
    if (pair.endRequest()) {
      requests.end(pair.registered());
      tasks.execute(askNext);
    }
  }
}
