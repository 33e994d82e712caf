package jfs.shm.control;

import java.io.IOException;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.shm.memory.OwnMemory;
import jfs.shm.memory.PeerMemory;

/**
 * The side of pairing that offers memory to the peer that holds, or may hold, the other end, and
 * commits the pair. {@code docs/protocol.md} has the steps. Runs on the manager's thread; {@link
 * ShmPairAcceptor} is the other side.
 *
 * <p>The proof that the two ends are of one connection: at one moment, when the offer is accepted,
 * the kernel has the connection open for both, in one network namespace. The offerer has had it
 * open since before that moment, and still has it open when it commits.
 */
final class PairOfferer {

  private final EndpointRegistry<ShmEndpoint> registry;
  private final Searches searches;
  private final PairMaker maker;

  PairOfferer(EndpointRegistry<ShmEndpoint> registry, Searches searches, PairMaker maker) {
    this.registry = registry;
    this.searches = searches;
    this.maker = maker;
  }

  /** A LOOK has come: a peer looks for the other end of a connection. */
  void looked(PeerLink link, FourTuple theirs) {
    FourTuple ours = theirs.mirrored();
    if (link.terms().crossing() && !NamespaceProofs.mayCross(ours)) {
      return;
    }
    searches.add(ours, link);
    ShmEndpoint endpoint = registry.find(ours);
    if (endpoint != null) {
      answer(endpoint);
    }
  }

  /** Answers the peer that looks for this end, if there is one. */
  void answer(ShmEndpoint endpoint) {
    PeerLink link = searches.take(endpoint.ends());
    if (link == null) {
      return;
    }
    if (link.isCongested()) {
      link.answerLater(endpoint);
    } else {
      answer(link, endpoint);
    }
  }

  /** Answers a peer that looks for this end: offers memory, or declines. */
  void answer(PeerLink link, ShmEndpoint endpoint) {
    PairingEnd end = endpoint.get();
    if (end == null || endpoint.isTaken(link) || link.isClosed() || !link.terms().compatible()) {
      return;
    }
    if (endpoint.pair != null) {
      // That offer went to a JVM that does not hold the other end.
      endpoint.pair.takeBack();
    }
    if (!end.isFree() || !endpoint.ends().isKnown()) {
      decline(link, endpoint, end.obstacle());
      return;
    }
    if (offer(link, endpoint, end)) {
      endpoint.answered();
    }
  }

  /** Offers memory for this end, which is free; or says why not, and returns false. */
  boolean offer(PeerLink link, ShmEndpoint endpoint, PairingEnd end) {
    ShmPair pair = maker.make(link, endpoint, end, true);
    if (pair == null) {
      decline(link, endpoint, Reason.NO_MEMORY);
      return false;
    }
    endpoint.pair = pair;
    boolean sent = false;
    try {
      OwnMemory memory = pair.memory();
      link.send(
          Frame.of(FrameType.OFFER)
              .u32(pair.id())
              .ends(endpoint.ends())
              .u64(memory.control().offset())
              .u64(memory.first().descriptor())
              .u64(Proof.cookie(end)));
      sent = true;
    } finally {
      if (!sent) {
        PairEnding.abandon(link, pair); // the peer has not got the offer, and will not answer
      }
    }
    return true;
  }

  /** Says why there is no offer: to this JVM's user and to the peer. */
  private static void decline(PeerLink link, ShmEndpoint endpoint, Reason reason) {
    endpoint.explain(reason);
    if (endpoint.ends().isKnown()) {
      link.send(Frame.of(FrameType.DECLINE).ends(endpoint.ends()).text(reason.code()));
    }
  }

  /** A DECLINE has come: the peer holds the end that was looked for, and makes no offer. */
  void declined(FourTuple theirs, String reason) {
    ShmEndpoint endpoint = registry.find(theirs.mirrored());
    if (endpoint != null && endpoint.isWanted() && endpoint.pair == null) {
      endpoint.explain(Reason.ofPeer(reason));
    }
  }

  /** An ACCEPT has come for an offer of this end. */
  void accepted(PeerLink link, int id, int peerId, long control, long chunk, long cookie)
      throws IOException {
    ShmPair pair = link.pairs().get(id);
    if (pair == null) {
      return; // the pair is forgotten here, and is or will be at the peer
    }
    if (!pair.transport().isComplete()) {
      pair.join(peerId, PeerMemory.of(link.peerArena(), control, chunk));
      try {
        commit(link, pair, cookie);
      } finally {
        // Also if there was no memory to commit: the pair is decided in any case.
        pair.settle();
      }
    }
    if (pair.transport().isGone()) {
      // Also if the peer sends ACCEPT twice, or if there was no memory to tell it before. If the
      // pair is committed, the peer sees that in the shared memory when it writes, and needs no
      // wake-up.
      link.send(Frame.of(FrameType.DECIDED).u32(pair.peerId()));
      pair.leave();
    }
  }

  /** Installs a pair and commits it, unless its end cannot have it any more. */
  private void commit(PeerLink link, ShmPair pair, long cookie) {
    ShmEndpoint endpoint = pair.endpoint();
    PairingEnd end = endpoint.get();
    if (end != null
        && endpoint.pair == pair
        && !pair.transport().isGone()
        // Where the peer is in another network namespace, it has proved the ends.
        && (link.terms().crossing() || Proof.holds(endpoint.ends(), cookie))
        && maker.install(pair, end)) {
      pair.transport().commit();
    }
  }

  /** A REFUSE has come for an offer of this end. */
  void refused(PeerLink link, int id, String reason) {
    ShmPair pair = link.pairs().get(id);
    if (pair == null || pair.transport().isComplete()) {
      return;
    }
    ShmEndpoint endpoint = pair.endpoint();
    // A peer that does not know the end may register it later, and then answers: this counts as no
    // answer.
    boolean unknown = endpoint.isConnector() && reason.equals(Reason.NO_PEER.code());
    if (!unknown) {
      endpoint.answered();
    }
    if (!unknown && endpoint.pair == pair) {
      endpoint.explain(Reason.ofPeer(reason));
    }
    PairEnding.abandon(link, pair);
  }
}
