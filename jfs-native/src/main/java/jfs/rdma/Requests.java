package jfs.rdma;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many requests are under way: one to an address that has not answered any yet, since one that
 * never answers keeps a queue pair and its memory for as long as one waits; some to one that has;
 * and so many in all. Those beyond wait for their turns: the peers that have room take turns, and
 * at each the connection that has waited longest is next. The reactor's thread's own. Times are
 * those of {@link System#nanoTime}.
 */
final class Requests {

  static final int MOST = 128;
  static final int MOST_TO_ONE = 32;

  /** More wait for nothing: they stay on TCP. */
  static final int MOST_WAITING = 10_000;

  /** Of more, those are forgotten first that were asked longest ago. */
  static final int MOST_PEERS = 10_000;

  /** Stands for all ports of an address: nothing there has answered as yet. */
  private static final int ALL_PORTS = 0;

  private static final class Peer {
    private final InetAddress address;

    /** In the order in which they came; each once, however often it asks. */
    private final Set<Entry> waiting = new LinkedHashSet<>();

    /** It has answered, and since then no request has waited in vain. */
    private boolean answers;

    private boolean everAnswered;
    private int underWay;

    /** By port. */
    private final Map<Integer, Silence> silences = new HashMap<>(2);

    /** Since it answered last, or was given up last; what began before says nothing new. */
    private long news;

    Peer(InetAddress address, long now) {
      this.address = address;
      news = now;
    }

    boolean hasRoom() {
      return underWay < (answers ? MOST_TO_ONE : 1);
    }

    /** A process may hang and others of its host not; an address is mute as a whole. */
    int port(Entry entry) {
      return everAnswered ? entry.ends().remotePort() : ALL_PORTS;
    }

    void heard(Entry entry, long now) {
      silences.remove(port(entry));
      news = now;
    }
  }

  private final Map<InetAddress, Peer> peers = new HashMap<>();

  /** Those that have room and that somebody waits for, in the order of their turns. */
  private final Set<Peer> ready = new LinkedHashSet<>();

  /** Those that nobody asks or waits for; the one that was asked longest ago is first. */
  private final Set<Peer> idle = new LinkedHashSet<>();

  private int underWay;
  private int waiting;

  /** Whose turn it is. */
  private Entry called;

  /** What became of one that wants to ask. */
  enum Turn {
    /** It may; {@link #end} is to follow. */
    NOW,
    /** {@link #next} will return it. */
    LATER,
    /** Too many wait. */
    NEVER
  }

  Turn begin(Entry entry, long now) {
    Peer peer = peers.computeIfAbsent(address(entry), address -> new Peer(address, now));
    // A newcomer does not go before those that wait, or they might wait for ever.
    boolean mayGo = entry == called || ready.isEmpty();
    if (mayGo && underWay < MOST && peer.hasRoom()) {
      if (peer.waiting.remove(entry)) {
        waiting--;
      }
      peer.underWay++;
      underWay++;
      changed(peer);
      return Turn.NOW;
    }
    if (waiting >= MOST_WAITING && !peer.waiting.contains(entry)) {
      changed(peer);
      return Turn.NEVER;
    }
    if (peer.waiting.add(entry)) {
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

  /** This one's peer has answered a request, in whatever way. */
  void answered(Entry entry, long now) {
    Peer peer = peers.get(address(entry));
    peer.heard(entry, now);
    peer.answers = true;
    peer.everAnswered = true;
    changed(peer);
  }

  /** This one's peer is given up for a while: requests have waited for an answer in vain. */
  void unanswered(Entry entry, long now) {
    Peer peer = peers.get(address(entry));
    if (peer != null) {
      peer.heard(entry, now);
      peer.answers = false;
      changed(peer);
    }
  }

  /**
   * A request is to end with its connection, without an answer.
   *
   * @return for how long in all such requests were under way since its peer last answered, or was
   *     given up: the port, or the address where none of its has ever answered
   */
  long withdrawn(Entry entry, long begun, long now) {
    Peer peer = peers.get(address(entry));
    if (begun - peer.news < 0) {
      return 0;
    }
    Silence silence = peer.silences.computeIfAbsent(peer.port(entry), unused -> new Silence(begun));
    silence.add(begun, now);
    return silence.nanos();
  }

  /** A request is over: answered, in vain, or withdrawn. */
  void end(Entry entry) {
    Peer peer = peers.get(address(entry));
    peer.underWay--;
    underWay--;
    changed(peer);
  }

  /** Whether any request to this one's peer was ever answered. */
  boolean hasAnswered(Entry entry) {
    Peer peer = peers.get(address(entry));
    return peer != null && peer.everAnswered;
  }

  /** One that waits no longer, to be asked for anew; null if none may yet. */
  Entry next() {
    called = null;
    if (underWay < MOST && !ready.isEmpty()) {
      Peer peer = ready.iterator().next();
      Iterator<Entry> first = peer.waiting.iterator();
      called = first.next();
      first.remove();
      waiting--;
      ready.remove(peer); // the others' turns come first
      changed(peer);
    }
    return called;
  }

  /** One that waits is not needed any more. */
  void forget(Entry entry) {
    Peer peer = peers.get(address(entry));
    if (peer != null && peer.waiting.remove(entry)) {
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

  /** For tests: how many peers it knows. */
  int peers() {
    return peers.size();
  }

  private static InetAddress address(Entry entry) {
    return entry.ends().remoteAddress();
  }
}
