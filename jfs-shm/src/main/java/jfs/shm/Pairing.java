package jfs.shm;

import java.io.IOException;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.wait.Futex;
import jfs.shm.memory.OwnArena;
import jfs.shm.memory.OwnMemory;
import jfs.shm.memory.PeerMemory;
import jfs.shm.stream.ShmTransport;

/**
 * Makes pairs: lets the two ends of a connection share memory. {@code docs/protocol.md} has the
 * steps; this class does what each frame asks for. All of it runs on the manager's thread.
 *
 * <p>The proof that the two ends are of one connection: at one moment, when the offer is accepted,
 * the kernel has the connection open for both, in one network namespace. The offerer has had it
 * open since before that moment, and still has it open when it commits.
 */
final class Pairing {

  private final ShmConnectionManager manager;

  Pairing(ShmConnectionManager manager) {
    this.manager = manager;
  }

  /** A LOOK has come: a peer looks for the other end of a connection. */
  void looked(PeerLink link, FourTuple theirs) {
    FourTuple ours = theirs.mirrored();
    manager.searches().add(ours, link);
    ShmEndpoint endpoint = manager.registry().find(ours);
    if (endpoint != null) {
      answer(endpoint);
    }
  }

  /** Answers the peer that looks for this end, if there is one. */
  void answer(ShmEndpoint endpoint) {
    PeerLink link = manager.searches().take(endpoint.ends());
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
    if (end == null || endpoint.isTaken(link) || link.isClosed() || !link.isCompatible()) {
      return;
    }
    if (endpoint.pair != null) {
      takeBack(endpoint.pair); // that offer went to a JVM that does not hold the other end
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
    ShmPair pair = newPair(link, endpoint, end, true);
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
        abandon(link, endpoint, pair); // the peer has not got the offer, and will not answer
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
    ShmEndpoint endpoint = manager.registry().find(theirs.mirrored());
    if (endpoint != null && endpoint.isWanted() && endpoint.pair == null) {
      endpoint.explain(Reason.ofPeer(reason));
    }
  }

  /** Makes a pair with memory of its own, and adds it to the link; null if there is no memory. */
  private static ShmPair newPair(
      PeerLink link, ShmEndpoint endpoint, PairingEnd end, boolean offerer) {
    OwnArena arena = link.ownArena();
    OwnMemory memory = arena == null ? null : OwnMemory.allocate(arena);
    if (memory == null) {
      return null;
    }
    ShmPair kept = null;
    try {
      ShmPair pair = new ShmPair(link, link.pairs().newId(), endpoint, memory);
      Futex futex = link.hasFutex() ? Futex.installed() : null;
      pair.carriedBy(ShmTransport.of(pair, end, memory, futex, link.mayPoll(), offerer));
      link.pairs().add(pair);
      kept = pair;
    } finally {
      if (kept == null) {
        memory.free();
      }
    }
    return kept;
  }

  /** An OFFER has come. */
  void offered(PeerLink link, int peerId, FourTuple theirs, long control, long chunk, long cookie)
      throws IOException {
    ShmEndpoint endpoint = offered(link, theirs.mirrored());
    PairingEnd end = endpoint == null ? null : endpoint.get();
    Reason refusal = refusal(link, endpoint, end, cookie);
    if (refusal != null) {
      if (endpoint != null && endpoint.pair == null) {
        endpoint.explain(refusal);
      }
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(refusal.code()));
      return;
    }
    PeerMemory memory = PeerMemory.of(link.peerArena(), control, chunk);
    if (endpoint.pair != null) {
      // Either the offers have crossed, and the end that connected wins: this end takes its own
      // offer back. Or this end's offer went to another JVM, which does not hold the other end.
      takeBack(endpoint.pair);
    }
    ShmPair pair = newPair(link, endpoint, end, false);
    if (pair == null) {
      endpoint.explain(Reason.NO_MEMORY);
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(Reason.NO_MEMORY.code()));
      return;
    }
    endpoint.pair = pair;
    endpoint.answered();
    boolean answered = false;
    try {
      join(pair, peerId, memory);
      if (install(pair, end)) {
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
        abandon(link, endpoint, pair);
        end.uninstall(pair.transport(), Reason.NOT_FREE);
      }
    }
    if (!answered && pair.transport().isGone()) {
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(end.obstacle().code()));
    }
  }

  /**
   * The end that an offer is for, or null. If this JVM may still register it, the offer stays
   * listed as a search.
   */
  private ShmEndpoint offered(PeerLink link, FourTuple ours) {
    ShmEndpoint endpoint = manager.registry().find(ours);
    if (endpoint == null && manager.search().ports().contains(ours.localPort())) {
      manager.searches().add(ours, link);
      endpoint = manager.registry().find(ours);
    }
    return endpoint;
  }

  private static Reason refusal(PeerLink link, ShmEndpoint endpoint, PairingEnd end, long cookie) {
    if (end == null) {
      return Reason.NO_PEER;
    }
    if (!link.isCompatible()) {
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
    return Proof.holds(endpoint.ends(), cookie) ? null : Reason.OTHER_SOCKET;
  }

  private static void join(ShmPair pair, int peerId, PeerMemory memory) {
    pair.peerId(peerId);
    pair.transport().complete(memory);
  }

  /**
   * Makes this end follow the peer's switch from now on. A reader that is blocked on TCP does not
   * know of the pair yet: the next byte wakes it, which the peer writes to TCP in any case.
   */
  private boolean install(ShmPair pair, PairingEnd end) {
    if (!end.isFree() || !end.install(pair.transport())) {
      return false;
    }
    pair.ownedBy(end);
    manager.pace().paired();
    return true;
  }

  /** An ACCEPT has come for an offer of this end. */
  void accepted(PeerLink link, int id, int peerId, long control, long chunk, long cookie)
      throws IOException {
    ShmPair pair = link.pairs().get(id);
    if (pair == null) {
      return; // the pair is forgotten here, and is or will be at the peer
    }
    if (!pair.transport().isComplete()) {
      join(pair, peerId, PeerMemory.of(link.peerArena(), control, chunk));
      try {
        commit(pair, cookie);
      } finally {
        // Also if there was no memory to commit: the pair is decided in any case.
        settle(pair);
      }
    }
    if (pair.transport().isGone()) {
      // Also if the peer sends ACCEPT twice, or if there was no memory to tell it before. If the
      // pair is committed, the peer sees that in the shared memory when it writes, and needs no
      // wake-up.
      link.send(Frame.of(FrameType.DECIDED).u32(pair.peerId()));
      link.leave(pair);
    }
  }

  /** Installs a pair and commits it, unless its end cannot have it any more. */
  private void commit(ShmPair pair, long cookie) {
    ShmEndpoint endpoint = pair.endpoint();
    PairingEnd end = endpoint.get();
    if (end != null
        && endpoint.pair == pair
        && !pair.transport().isGone()
        && Proof.holds(endpoint.ends(), cookie)
        && install(pair, end)) {
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
    abandon(link, endpoint, pair);
  }

  /** A DECIDED has come: the peer, which made the offer, has committed the pair or has not. */
  void decided(PeerLink link, int id) {
    ShmPair pair = link.pairs().get(id);
    if (pair != null) {
      settle(pair);
    }
  }

  private static void settle(ShmPair pair) {
    if (pair.transport().isComplete() && pair.transport().abort()) {
      PairingEnd end = pair.endpoint().get();
      if (end != null) {
        end.uninstall(pair.transport(), Reason.NOT_FREE);
      }
      forget(pair.endpoint(), pair);
    }
  }

  /** A RELEASE has come: the peer will not touch the memory again. */
  void released(PeerLink link, int id) {
    ShmPair pair = link.pairs().get(id);
    if (pair != null && !pair.transport().isComplete()) {
      abandon(link, pair.endpoint(), pair); // its ACCEPT could not be handled here
    } else if (pair != null) {
      pair.peerLeft();
      settle(pair);
      removeIfLeft(link, pair);
    }
  }

  /** This end will not touch the pair's memory again. */
  void left(PeerLink link, ShmPair pair) {
    if (pair.transport().isComplete() && !pair.hasLeft()) {
      Frame release = Frame.of(FrameType.RELEASE).u32(pair.peerId());
      if (pair.transport().holdsMuch()) {
        link.send(release);
      } else {
        link.sendLater(release);
      }
      pair.leaveOnce();
    }
    removeIfLeft(link, pair);
    link.pairs().left(pair);
  }

  private static void removeIfLeft(PeerLink link, ShmPair pair) {
    if (pair.isOver()) {
      link.pairs().remove(pair);
    }
  }

  /** The link has ended. A pair that is not committed is aborted; a committed one is broken. */
  void lost(ShmPair pair) {
    pair.transport().lost();
    if (pair.transport().isComplete()) {
      settle(pair);
    } else {
      takeBack(pair); // the offer gets no answer any more
    }
  }

  /**
   * Takes an offer back, and leaves its end free. An answer that comes later finds the offer
   * aborted.
   */
  private static void takeBack(ShmPair pair) {
    forget(pair.endpoint(), pair);
    pair.transport().abort();
  }

  private static void abandon(PeerLink link, ShmEndpoint endpoint, ShmPair pair) {
    pair.transport().abort(); // first: leaving a pair that is not aborted closes it
    pair.leaveOnce();
    forget(endpoint, pair);
    link.pairs().remove(pair);
  }

  private static void forget(ShmEndpoint endpoint, ShmPair pair) {
    if (endpoint.pair == pair) {
      endpoint.pair = null;
    }
  }
}
