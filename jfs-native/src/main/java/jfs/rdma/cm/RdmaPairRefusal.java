package jfs.rdma.cm;

import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/** Why this JVM refuses a pair that a peer asks for. Runs on the reactor's thread. */
final class RdmaPairRefusal {

  private RdmaPairRefusal() {}

  /**
   * The reason, or null if there is none. The end is told of what its user can change.
   *
   * @param registered the end that the request is for; null if this JVM does not hold it
   * @param greeting what came with the request, of a version that fits
   */
  static Reason of(
      RdmaEndpoint registered, RdmaGreeting greeting, ClusterKey key, Obstacles obstacles) {
    PairingEnd end = registered == null ? null : registered.get();
    if (end == null || end.isConnector()) {
      return Reason.NO_PEER;
    }
    if (!key.holds(greeting.proof(), "asks", registered.ends().mirrored(), greeting.nonce())) {
      end.explain(RdmaReasons.WRONG_KEY);
      return RdmaReasons.WRONG_KEY;
    }
    if (registered.pair != null
        || registered.hasAccepted(greeting.nonce())
        || !end.isFree()
        || obstacles.isProcessEnding()) {
      return Reason.NOT_FREE;
    }
    Reason obstacle = obstacles.toAccepting(registered.ends());
    if (obstacle != null) {
      end.explain(obstacle);
    }
    return obstacle;
  }
}
