package jfs.shm.control;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.host.TcpCounts;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/**
 * Offers from JVMs in other network namespaces, which wait for a {@link MarkProof}. Used by the
 * manager's thread alone.
 */
final class NamespaceProofs {

  /** What becomes of an offer. */
  interface Outcome {

    /** The offered end is the other end of this JVM's. */
    void proved(PeerLink link, PairOffer offer) throws IOException;

    /** It is not, or that could not be proved. */
    void refused(PeerLink link, PairOffer offer, Reason reason);
  }

  /** How long an offer may wait for its lock. */
  private static final long QUEUE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long a peer may take until its packets are marked, and one of them has come. */
  private static final long MARK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** For how long packets without a mark would be dropped, if none come. */
  private static final long FILTER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The same if one may have come: less than until its sender sends it again. */
  private static final long DROPPING_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A connection that seems to be another one is left alone after it was disturbed so often. */
  private static final int MOST_FAILURES = 2;

  /** Between two looks, so that the programs' threads get the processors; and for a lock. */
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private static final long LONG_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long UNKNOWN = 0;

  /** How far an offer has come. */
  private enum State {
    /** It waits for its lock. */
    QUEUED,
    /** The peer was asked for its mark, or has set it. */
    ASKED,
    /** Packets without the mark are dropped. */
    FILTERING,
    /** It is known what becomes of the offer. */
    DECIDED,
    /** The offer is dealt with, and the peer has not said yet that its packets are unmarked. */
    UNMARKING
  }

  /** An offer. */
  private static final class Waiting {
    private final PeerLink link;
    private final ShmEndpoint endpoint;

    /** Held, so that it is not collected, and its socket closed, while packets are dropped. */
    private final PairingEnd end;

    private final PairOffer offer;

    /** Of this end's socket. */
    private final long cookie;

    private final PacketFilter filter;
    private State state = State.QUEUED;
    private long deadline = System.nanoTime() + QUEUE_NANOS;

    /** Held from before the peer is asked until it has answered all; else null. */
    private FileLock lock;

    /** Null before the peer is asked. */
    private MarkProof proof;

    private long filterBegan;

    /** Whether the peer was told that it may take the mark off. */
    private boolean told;

    /** Why nothing becomes of the offer; null if it is proved, and while that is not known. */
    private Reason refusal;

    Waiting(PeerLink link, ShmEndpoint endpoint, PairingEnd end, PairOffer offer, long cookie) {
      this.link = link;
      this.endpoint = endpoint;
      this.end = end;
      this.offer = offer;
      this.cookie = cookie;
      filter = new PacketFilter(end, cookie);
    }

    private boolean isOpen() {
      return state.compareTo(State.DECIDED) < 0;
    }

    private boolean isLate() {
      return System.nanoTime() - deadline > 0 || (isFilterOld() && filter.mayHaveDropped());
    }

    private boolean isFilterOld() {
      return state == State.FILTERING && System.nanoTime() - filterBegan > DROPPING_NANOS;
    }

    private boolean isLookedAt() {
      return isOpen() && proof != null && proof.isMarked();
    }
  }

  private final Outcome outcome;
  private final ProofLocks locks;
  private final HostServices services = HostServices.installed();
  private final List<Waiting> all = new ArrayList<>();

  /** Those that may be on, for the thread that ends the JVM. */
  private final Set<PacketFilter> filters = ConcurrentHashMap.newKeySet();

  /** Whether the JVM exits. Its thread sets this and then ends all filters. */
  private volatile boolean exits;

  NamespaceProofs(Outcome outcome, ProofLocks locks) {
    this.outcome = outcome;
    this.locks = locks;
  }

  /**
   * Whether a connection may have its ends in two network namespaces. Each namespace has a loopback
   * of its own, and a connection between equal addresses never leaves one.
   */
  static boolean mayCross(FourTuple ends) {
    InetAddress remote = ends.remoteAddress();
    return remote != null && isOfNetworks(remote) && !remote.equals(ends.localAddress());
  }

  private static boolean isOfNetworks(InetAddress address) {
    return !address.isLoopbackAddress()
        && !address.isLinkLocalAddress()
        && !address.isAnyLocalAddress()
        && !address.isMulticastAddress();
  }

  /** Has an offer, which fits so far, wait for its proof. Called again if memory was lacking. */
  void ask(PeerLink link, ShmEndpoint endpoint, PairOffer offer) {
    if (find(link, offer.peerId()) != null) {
      return; // this is done again
    }
    PairingEnd end = endpoint.get();
    long cookie = end == null ? UNKNOWN : services.cookie(end.descriptor());
    Reason refusal = cookie == UNKNOWN ? Reason.NOT_PROVED : obstacle(endpoint);
    if (refusal != null) {
      outcome.refused(link, offer, refusal);
    } else {
      all.add(new Waiting(link, endpoint, end, offer, cookie));
    }
  }

  /** Why an end can have no proof now; null if it can. */
  private Reason obstacle(ShmEndpoint endpoint) {
    if (endpoint.failedProofs >= MOST_FAILURES) {
      return Reason.NOT_PROVED;
    }
    for (Waiting waiting : all) {
      if (waiting.endpoint == endpoint) {
        return Reason.NOT_FREE;
      }
    }
    return null;
  }

  private Waiting find(PeerLink link, int peerId) {
    for (Waiting waiting : all) {
      if (waiting.link == link && waiting.offer.peerId() == peerId) {
        return waiting;
      }
    }
    return null;
  }

  /** A MARKED has come. Called again if memory was lacking. */
  void marked(PeerLink link, int peerId, TcpCounts counts) {
    Waiting waiting = find(link, peerId);
    if (waiting == null || waiting.state != State.ASKED || waiting.proof.isMarked()) {
      return;
    }
    TcpCounts now = counts.sent() < 0 ? null : ownCounts(waiting);
    if (now == null) {
      decide(waiting, Reason.NOT_PROVED);
    } else if (!waiting.proof.marked(counts, now)) {
      decide(waiting, Reason.OTHER_SOCKET);
    }
  }

  /** An UNMARKED has come. */
  void unmarked(PeerLink link, int peerId) {
    Waiting waiting = find(link, peerId);
    if (waiting != null && waiting.state == State.UNMARKING) {
      remove(waiting);
    }
  }

  /** What this end has counted; null if its program has closed it. */
  private TcpCounts ownCounts(Waiting waiting) {
    int own = waiting.end.descriptor();
    TcpCounts counts = services.counts(own);
    // Looked at last: the number may be another socket's by now.
    return services.cookie(own) == waiting.cookie ? counts : null;
  }

  /** Whether there is something to do without a frame or a task. */
  boolean isBusy() {
    for (int i = 0; i < all.size(); i++) {
      Waiting waiting = all.get(i);
      if (waiting.state == State.QUEUED || waiting.state == State.DECIDED || waiting.isLookedAt()) {
        return true;
      }
    }
    return false;
  }

  /** How long the manager may sleep before a peer is late, given another limit; 0 is without. */
  long pauseMillis(long most) {
    long pause = TimeUnit.NANOSECONDS.toMillis(MARK_NANOS);
    return all.isEmpty() || (most > 0 && most < pause) ? most : pause;
  }

  /** Goes a step on with all proofs; then naps. Called again if memory was lacking. */
  void lookOnce() {
    if (all.isEmpty()) {
      return;
    }
    // First what takes no memory: packets are dropped no longer than they may be.
    for (int i = 0; i < all.size(); i++) {
      Waiting waiting = all.get(i);
      if (waiting.isOpen() && (waiting.isLate() || waiting.link.isClosed())) {
        decide(waiting, Reason.NOT_PROVED);
      }
    }
    boolean looked = false;
    for (Waiting waiting : List.copyOf(all)) {
      if (waiting.state == State.QUEUED) {
        begin(waiting);
      } else if (waiting.isLookedAt()) {
        look(waiting);
        looked |= !waiting.isFilterOld();
      }
      if (waiting.state == State.DECIDED) {
        carryOut(waiting);
      }
      if (waiting.state == State.UNMARKING && (waiting.link.isClosed() || !waiting.told)) {
        if (waiting.told) {
          // The mark may stay. Packets that have it prove nothing any more.
          waiting.endpoint.failedProofs = MOST_FAILURES;
        }
        remove(waiting);
      }
    }
    if (isBusy()) {
      LockSupport.parkNanos(looked ? NAP_NANOS : LONG_NAP_NANOS);
    }
  }

  private void remove(Waiting waiting) {
    all.remove(waiting);
    filters.remove(waiting.filter);
    if (waiting.lock != null) {
      locks.giveBack(waiting.lock);
      waiting.lock = null;
    }
  }

  private void begin(Waiting waiting) {
    TcpCounts counts = ownCounts(waiting);
    if (counts == null) {
      decide(waiting, Reason.NOT_PROVED);
      return;
    }
    Frame frame = Frame.of(FrameType.PROVE).u32(waiting.offer.peerId());
    MarkProof proof = new MarkProof(counts);
    if (waiting.lock == null) {
      waiting.lock = locks.take(waiting.endpoint.ends());
    }
    if (waiting.lock == null) {
      return; // a later turn
    }
    waiting.proof = proof;
    waiting.deadline = System.nanoTime() + MARK_NANOS;
    waiting.state = State.ASKED;
    waiting.link.send(frame);
  }

  private void look(Waiting waiting) {
    TcpCounts now = ownCounts(waiting);
    if (now == null) {
      decide(waiting, Reason.NOT_PROVED);
      return;
    }
    switch (waiting.proof.look(now)) {
      case FILTER -> filter(waiting);
      case PROVED -> decide(waiting, null);
      default -> {}
    }
  }

  private void filter(Waiting waiting) {
    ShmEndpoint endpoint = waiting.endpoint;
    endpoint.filter = waiting.filter; // first: see there
    filters.add(waiting.filter); // first, too: see exits
    waiting.filterBegan = System.nanoTime();
    waiting.deadline = waiting.filterBegan + FILTER_NANOS;
    waiting.state = State.FILTERING;
    if (endpoint.isOver() || exits || !waiting.filter.begin()) {
      decide(waiting, Reason.NOT_PROVED);
    }
  }

  /**
   * Notes what becomes of an offer, and has packets dropped no more. Takes no memory.
   *
   * @param refusal null if it is proved
   */
  private void decide(Waiting waiting, Reason refusal) {
    waiting.state = State.DECIDED;
    waiting.refusal = refusal;
    waiting.filter.end();
    if (refusal != null && waiting.filter.mayHaveDropped()) {
      waiting.endpoint.failedProofs++; // if not, nothing was disturbed: the program was silent
    }
  }

  /** The JVM exits, which closes its sockets: has packets dropped no more. Any thread may call. */
  void exit() {
    exits = true;
    filters.forEach(PacketFilter::close);
  }

  /** The manager ends, or begins again: has packets dropped no more. Takes no memory. */
  void endAll() {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).isOpen()) {
        decide(all.get(i), Reason.NOT_PROVED);
      }
    }
  }

  /** Tells the peer that its mark is not needed any more, and what becomes of its offer. */
  private void carryOut(Waiting waiting) {
    PeerLink link = waiting.link;
    PairOffer offer = waiting.offer;
    if (waiting.proof != null && !waiting.told) {
      Frame frame = Frame.of(FrameType.UNMARK).u32(offer.peerId());
      boolean over = waiting.filter.end();
      if (!over) {
        waiting.endpoint.failedProofs = MOST_FAILURES; // the mark stays, and proves nothing more
      }
      link.send(frame.u16(over ? 1 : 0));
      waiting.told = true;
    }
    if (waiting.refusal == null) {
      accept(link, offer);
    } else {
      Log.debug("an offer from another network namespace: " + waiting.refusal);
      outcome.refused(link, offer, waiting.refusal);
    }
    waiting.state = State.UNMARKING; // last: if memory is lacking, it is done again
  }

  private void accept(PeerLink link, PairOffer offer) {
    try {
      outcome.proved(link, offer);
    } catch (IOException | RuntimeException e) {
      link.close(Log.describe(e)); // as where a frame is at fault
    } catch (LinkageError e) {
      // A class could not be loaded for lack of memory, and never can be again.
      Log.warn("pairing failed", e);
      outcome.refused(link, offer, Reason.NO_MEMORY);
    }
  }
}
