package jfs.rdma.cm;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.rdma.stream.RdmaConnection;
import jfs.rdma.stream.SpillMemory;
import jfs.rdma.verbs.Event;

/**
 * Takes a pair from the acceptance of its request to its commit; {@code docs/protocol-rdma.md} has
 * the steps. For the reactor's thread only.
 *
 * <p>Why both ends hold the same TCP connection: the acceptor has it open when it accepts the
 * request; the client has had it open since before the request, and still has it when it commits
 * the pair.
 */
final class PairCommit {

  private static final long REFUSING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The roles in the proofs of the client and of the acceptor that cover the random numbers of both
   * and the queue pairs: a third party that passes on what two ends say has queue pairs of its own.
   */
  private static final String COMMITS = "commits";

  private static final String FOLLOWS = "follows";

  private final ClusterKey key;
  private final SpillMemory spillMemory;
  private final Obstacles obstacles;
  private final PairAbort abort;

  PairCommit(ClusterKey key, SpillMemory spillMemory, Obstacles obstacles, PairAbort abort) {
    this.key = key;
    this.spillMemory = spillMemory;
    this.obstacles = obstacles;
    this.abort = abort;
  }

  /**
   * The peer has accepted this end's request.
   *
   * @return whether the pair goes on, and is to be watched
   */
  boolean accepted(RdmaPair pair, Event event) {
    RdmaGreeting greeting = RdmaGreeting.of(event.data());
    if (greeting == null || !greeting.isCompatible()) {
      distrust(pair, Reason.INCOMPATIBLE);
      return false;
    }
    if (!key.holds(
        greeting.proof(), "answers", pair.clientEnds(), pair.nonce(), greeting.nonce())) {
      distrust(pair, RdmaReasons.WRONG_KEY);
      return false;
    }
    pair.answered(greeting.nonce(), event.peerNumber());
    Reason refusal = begin(pair);
    if (refusal != null) {
      abort.drop(pair, refusal);
      return false;
    }
    pair.transport().connection().prove(pair.prove(key, COMMITS));
    return true;
  }

  /** Who listens there is no peer of this host's: others are not to ask it at once. */
  private void distrust(RdmaPair pair, Reason reason) {
    obstacles.refused(pair, reason);
    abort.drop(pair, reason);
  }

  /**
   * The client has this end's acceptance; next comes its proof.
   *
   * @return whether the pair goes on, and is to be watched
   */
  boolean established(RdmaPair pair) {
    Reason refusal = begin(pair);
    if (refusal != null) {
      refuseLate(pair, refusal);
    }
    return refusal == null;
  }

  /** Makes the pair's transport; null, or the reason why it cannot. */
  private Reason begin(RdmaPair pair) {
    PairingEnd end = pair.registered().get();
    if (end == null || !end.isFree()) {
      return Reason.NOT_FREE;
    }
    try {
      return pair.begin(spillMemory, end) ? null : Reason.NOT_FREE;
    } catch (IOException e) {
      return obstacles.notRegistered(pair, e);
    }
  }

  private void refuseLate(RdmaPair pair, Reason refusal) {
    pair.registered().explain(refusal);
    pair.abandon();
    pair.refuse(refusal);
    pair.deadline(System.nanoTime() + REFUSING_NANOS);
  }

  /** Something may have come for a pair that is not committed yet: acts on it. */
  void looked(RdmaPair pair) {
    RdmaConnection connection = pair.transport().connection();
    String refusal = connection.handshake().refusal();
    if (refusal != null) {
      Reason reason = Reason.ofPeer(refusal);
      if (!reason.equals(Reason.NOT_FREE)) {
        obstacles.refused(pair, reason);
      }
      abort.drop(pair, reason);
    } else if (connection.isBroken()) {
      obstacles.refused(pair, RdmaReasons.NO_ROUTE); // else each connection would get as far
      abort.drop(pair, RdmaReasons.NO_ROUTE);
    } else if (!pair.isConnector()) {
      byte[] proof = connection.handshake().takeProof();
      if (proof != null) {
        proved(pair, proof);
      }
    } else if (connection.handshake().takeGreeted()) {
      greeted(pair);
    }
  }

  /**
   * The client has sent a proof over this end's random number and the queue pairs, so its request
   * was neither recorded and repeated nor passed on by a third party. From here on this end follows
   * the client's decision.
   */
  private void proved(RdmaPair pair, byte[] proof) {
    PairingEnd end = pair.registered().get();
    if (pair.isInstalled() || pair.ownRefusal() != null) {
      return;
    }
    if (!pair.holds(key, proof, COMMITS)) {
      refuseLate(pair, RdmaReasons.WRONG_KEY);
      return;
    }
    // Made first: for lack of memory, no pair may stay installed that the client hears nothing of.
    byte[] answer = pair.prove(key, FOLLOWS);
    if (end == null || !pair.install(end)) {
      refuseLate(pair, Reason.NOT_FREE);
    } else {
      pair.transport().connection().prove(answer);
      pair.transport().connection().greet();
    }
  }

  /** The acceptor is ready to follow: this end decides. The acceptor's proof came before. */
  private void greeted(RdmaPair pair) {
    byte[] proof = pair.transport().connection().handshake().takeProof();
    PairingEnd end = pair.registered().get();
    if (proof == null || !pair.holds(key, proof, FOLLOWS)) {
      distrust(pair, RdmaReasons.WRONG_KEY);
    } else if (end != null && pair.install(end) && pair.transport().connection().commit()) {
      committed(pair);
    } else {
      abort.drop(pair, Reason.NOT_FREE);
    }
  }

  /** This end has committed. */
  void committed(RdmaPair pair) {
    pair.committed();
    obstacles.committed(pair);
  }
}
