package jfs.shm.control;

import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/** Why this JVM refuses a pair that a peer offers. Runs on the manager's thread. */
final class PairRefusal {

  private PairRefusal() {}

  /**
   * The reason, or null if there is none.
   *
   * @param endpoint that the offer is for; null if this JVM does not hold it
   * @param end of the endpoint; null if it is forgotten
   * @param cookie of the peer's socket, 0 if unknown
   */
  static Reason of(PeerLink link, ShmEndpoint endpoint, PairingEnd end, long cookie) {
    if (end == null) {
      return Reason.NO_PEER;
    }
    if (!link.terms().compatible()) {
      return Reason.INCOMPATIBLE;
    }
    boolean crossed =
        endpoint.pair != null && !endpoint.pair.transport().isComplete() && !end.isConnector();
    if (endpoint.isTaken(link) && !crossed) {
      return Reason.NOT_FREE;
    }
    if (!end.isFree()) {
      return end.obstacle();
    }
    boolean fits =
        link.terms().crossing()
            ? Proof.mayBeElsewhere(endpoint.ends())
            : Proof.holds(endpoint.ends(), cookie);
    return fits ? null : Reason.OTHER_SOCKET;
  }

  /** Refuses an offer. */
  static void send(PeerLink link, int peerId, Reason reason) {
    link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(reason.code()));
  }
}
