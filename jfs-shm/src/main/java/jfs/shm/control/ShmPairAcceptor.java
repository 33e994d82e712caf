package jfs.shm.control;

import java.io.IOException;
import jfs.core.host.TcpCounts;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.shm.memory.OwnMemory;
import jfs.shm.memory.PeerMemory;

/**
 * The side of pairing that gets an offer, and accepts or {@linkplain PairRefusal refuses} it. Runs
 * on the manager's thread; {@link PairOfferer} is the other side.
 */
final class ShmPairAcceptor implements NamespaceProofs.Outcome {

  private final EndpointRegistry<ShmEndpoint> registry;
  private final Searches searches;
  private final Ports ports;
  private final PairMaker maker;

  /** Null unless peers may be in other network namespaces. */
  private NamespaceProofs proofs;

  ShmPairAcceptor(
      EndpointRegistry<ShmEndpoint> registry, Searches searches, Ports ports, PairMaker maker) {
    this.registry = registry;
    this.searches = searches;
    this.ports = ports;
    this.maker = maker;
  }

  /** Adds what proves offers from other network namespaces, and needs this. */
  void proveBy(NamespaceProofs newProofs) {
    proofs = newProofs;
  }

  /** An OFFER has come. */
  void offered(PeerLink link, PairOffer offer) throws IOException {
    ShmEndpoint endpoint = find(link, offer.theirs().mirrored());
    if (refused(link, endpoint, offer)) {
      return;
    }
    if (!link.terms().crossing()) {
      accept(link, endpoint, offer);
    } else {
      endpoint.answered();
      proofs.ask(link, endpoint, offer);
    }
  }

  /** A MARKED has come, for an offer that needs a proof. */
  void marked(PeerLink link, int peerId, TcpCounts counts) {
    if (link.terms().crossing()) {
      proofs.marked(link, peerId, counts);
    }
  }

  /** An UNMARKED has come. */
  void unmarked(PeerLink link, int peerId) {
    if (link.terms().crossing()) {
      proofs.unmarked(link, peerId);
    }
  }

  @Override
  public void proved(PeerLink link, PairOffer offer) throws IOException {
    ShmEndpoint endpoint = registry.find(offer.theirs().mirrored());
    if (!refused(link, endpoint, offer)) {
      accept(link, endpoint, offer);
    }
  }

  @Override
  public void refused(PeerLink link, PairOffer offer, Reason reason) {
    ShmEndpoint endpoint = registry.find(offer.theirs().mirrored());
    if (endpoint != null && endpoint.pair == null) {
      endpoint.explain(reason);
    }
    PairRefusal.send(link, offer.peerId(), reason);
  }

  /** Whether this end cannot have the pair: then says so. */
  private boolean refused(PeerLink link, ShmEndpoint endpoint, PairOffer offer) {
    PairingEnd end = endpoint == null ? null : endpoint.get();
    Reason refusal = PairRefusal.of(link, endpoint, end, offer.cookie());
    if (refusal != null) {
      if (endpoint != null && endpoint.pair == null) {
        endpoint.explain(refusal);
      }
      PairRefusal.send(link, offer.peerId(), refusal);
    }
    return refusal != null;
  }

  private void accept(PeerLink link, ShmEndpoint endpoint, PairOffer offer) throws IOException {
    int peerId = offer.peerId();
    PairingEnd end = endpoint.get();
    if (end == null) {
      PairRefusal.send(link, peerId, Reason.NO_PEER); // forgotten at this very moment
      return;
    }
    PeerMemory memory = PeerMemory.of(link.peerArena(), offer.control(), offer.chunk());
    if (endpoint.pair != null) {
      // Either the offers have crossed, and the end that connected wins: this end takes its own
      // offer back. Or this end's offer went to another JVM, which does not hold the other end.
      endpoint.pair.takeBack();
    }
    ShmPair pair = maker.make(link, endpoint, end, false);
    if (pair == null) {
      endpoint.explain(Reason.NO_MEMORY);
      PairRefusal.send(link, peerId, Reason.NO_MEMORY);
      return;
    }
    endpoint.pair = pair;
    endpoint.answered();
    boolean answered = false;
    try {
      pair.join(peerId, memory);
      if (maker.install(pair, end)) {
        OwnMemory own = pair.memory();
        link.send(
            Frame.of(FrameType.ACCEPT)
                .u32(peerId)
                .u32(pair.id())
                .u64(own.control().offset())
                .u64(own.first().descriptor())
                .u64(Proof.cookie(end)));
        answered = true;
      }
    } finally {
      // If the peer has committed the pair meanwhile, it has the answer, whatever failed
      // afterwards.
      if (!answered && pair.transport().abort()) {
        PairEnding.abandon(link, pair);
        end.uninstall(pair.transport(), Reason.NOT_FREE);
      }
    }
    if (!answered && pair.transport().isGone()) {
      PairRefusal.send(link, peerId, end.obstacle());
    }
  }

  /**
   * The end that an offer is for, or null. If this JVM may still register it, the offer stays
   * listed as a search.
   */
  private ShmEndpoint find(PeerLink link, FourTuple ours) {
    ShmEndpoint endpoint = registry.find(ours);
    if (endpoint == null && ports.contains(ours.localPort())) {
      searches.add(ours, link);
      endpoint = registry.find(ours);
    }
    return endpoint;
  }
}
