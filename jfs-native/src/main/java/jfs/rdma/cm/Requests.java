package jfs.rdma.cm;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Limits the requests that are under way: one to an address that has answered none yet, since a
 * request without an answer holds a queue pair and its memory until the timeout; more to one that
 * has answered; and a total. The others wait for their turns: the peers with room take turns, and
 * at each the connection that has waited longest is next. For the reactor's thread only. Times are
 * those of {@link System#nanoTime}.
 */
final class Requests {

  static final int MOST = 128;
  static final int MOST_TO_ONE = 32;

  /** Beyond it connections do not wait: they stay on TCP. */
  static final int MOST_WAITING = 10_000;

  /** Beyond it the idle peer that was asked longest ago is forgotten first. */
  static final int MOST_PEERS = 10_000;

  /** The key for all ports of an address where nothing has answered yet. */
  private static final int ALL_PORTS = 0;

  private static final class Peer {
    private final InetAddress address;

    /** In the order in which they came; each once, even if it asks again. */
    private final Set<RdmaEndpoint> waiting = new LinkedHashSet<>();

    /** It has answered, and since then no request has timed out. */
    private boolean answers;

    private boolean everAnswered;
    private int underWay;

    /** By port. */
    private final Map<Integer, Silence> silences = new HashMap<>(2);

    /** When it last answered or was last given up; requests that began before say nothing new. */
    private long news;

    Peer(InetAddress address, long now) {
      this.address = address;
      news = now;
    }

    boolean hasRoom() {
      return underWay < (answers ? MOST_TO_ONE : 1);
    }

    /**
     * Silent ports count apart, since one process may hang; an address that never answered counts
     * as a whole.
     */
    int port(RdmaEndpoint registered) {
      return everAnswered ? registered.ends().remotePort() : ALL_PORTS;
    }

    void heard(RdmaEndpoint registered, long now) {
      silences.remove(port(registered));
      news = now;
    }
  }

  private final Map<InetAddress, Peer> peers = new HashMap<>();

  /** The peers that have room and waiting connections, in the order of their turns. */
  private final Set<Peer> ready = new LinkedHashSet<>();

  /**
   * The peers without requests and waiting connections; the one that was asked longest ago is
   * first.
   */
  private final Set<Peer> idle = new LinkedHashSet<>();

  private int underWay;
  private int waiting;

  /** What {@link #next} returned last. */
  private RdmaEndpoint called;

  /** The answer to a connection that wants to ask. */
  enum Turn {
    /** It may ask; {@link #end} is to follow. */
    NOW,
    /** {@link #next} will return it. */
    LATER,
    /** Too many wait. */
    NEVER
  }

  Turn begin(RdmaEndpoint registered, long now) {
    Peer peer = peers.computeIfAbsent(address(registered), address -> new Peer(address, now));
    // A newcomer does not overtake those that wait, or they might wait for ever.
    boolean mayGo = registered == called || ready.isEmpty();
    if (mayGo && underWay < MOST && peer.hasRoom()) {
      if (peer.waiting.remove(registered)) {
        waiting--;
      }
      peer.underWay++;
      underWay++;
      changed(peer);
      return Turn.NOW;
    }
    if (waiting >= MOST_WAITING && !peer.waiting.contains(registered)) {
      changed(peer);
      return Turn.NEVER;
    }
    if (peer.waiting.add(registered)) {
      waiting++;
      changed(peer);
    }
    return Turn.LATER;
  }

  private void changed(Peer peer) {
    if (peer.waiting.isEmpty() || !peer.hasRoom()) {
      ready.remove(peer);
    } else {
      ready.add(peer);
    }
    if (peer.underWay > 0 || !peer.waiting.isEmpty()) {
      idle.remove(peer);
    } else {
      idle.add(peer);
      if (peers.size() > MOST_PEERS) {
        Iterator<Peer> eldest = idle.iterator();
        peers.remove(eldest.next().address);
        eldest.remove();
      }
    }
  }

  /** Its peer has answered a request, in whatever way. */
  void answered(RdmaEndpoint registered, long now) {
    Peer peer = peers.get(address(registered));
    peer.heard(registered, now);
    peer.answers = true;
    peer.everAnswered = true;
    changed(peer);
  }

  /** Its peer is given up for a while: requests have timed out. */
  void unanswered(RdmaEndpoint registered, long now) {
    Peer peer = peers.get(address(registered));
    if (peer != null) {
      peer.heard(registered, now);
      peer.answers = false;
      changed(peer);
    }
  }

  /**
   * A request ends with its TCP connection, without an answer.
   *
   * @return for how long in all such requests have been under way since the peer last answered or
   *     was given up: to this port, or to the address if it has never answered
   */
  long withdrawn(RdmaEndpoint registered, long begun, long now) {
    Peer peer = peers.get(address(registered));
    if (begun - peer.news < 0) {
      return 0;
    }
    Silence silence =
        peer.silences.computeIfAbsent(peer.port(registered), unused -> new Silence(begun));
    silence.add(begun, now);
    return silence.nanos();
  }

  /** A request is over: answered, timed out, or withdrawn. */
  void end(RdmaEndpoint registered) {
    Peer peer = peers.get(address(registered));
    peer.underWay--;
    underWay--;
    changed(peer);
  }

  /** Whether its peer has ever answered a request. */
  boolean hasAnswered(RdmaEndpoint registered) {
    Peer peer = peers.get(address(registered));
    return peer != null && peer.everAnswered;
  }

  /** Ends the wait of the connection that may {@link #begin} now; null if none may yet. */
  RdmaEndpoint next() {
    called = null;
    if (underWay < MOST && !ready.isEmpty()) {
      Peer peer = ready.iterator().next();
      Iterator<RdmaEndpoint> first = peer.waiting.iterator();
      called = first.next();
      first.remove();
      waiting--;
      ready.remove(peer); // behind the other peers
      changed(peer);
    }
    return called;
  }

  /** A connection does not wait any more. */
  void forget(RdmaEndpoint registered) {
    Peer peer = peers.get(address(registered));
    if (peer != null && peer.waiting.remove(registered)) {
      waiting--;
      changed(peer);
    }
  }

  int underWay() {
    return underWay;
  }

  /** For tests: how many wait. */
  int waiting() {
    return waiting;
  }

  /** For tests: how many peers this keeps. */
  int peers() {
    return peers.size();
  }

  private static InetAddress address(RdmaEndpoint registered) {
    return registered.ends().remoteAddress();
  }
}
