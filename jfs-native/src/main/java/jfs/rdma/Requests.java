package jfs.rdma;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;

/**
 * How many requests are under way: one to an address that has not answered any yet, since one that
 * never answers keeps a queue pair and its memory for as long as one waits; some to one that has;
 * and so many in all. Those beyond wait for their turns. The reactor's thread's own.
 */
final class Requests {

  static final int MOST = 128;
  static final int MOST_TO_ONE = 32;

  /** More wait for nothing: they stay on TCP. */
  static final int MOST_WAITING = 10_000;

  private static final int MOST_PEERS = 10_000;

  private static final class Peer {
    private final Queue<Entry> waiting = new ArrayDeque<>();

    /** It has answered, and since then no request has waited in vain. */
    private boolean answers;

    private boolean everAnswered;
    private int underWay;

    boolean hasRoom() {
      return underWay < (answers ? MOST_TO_ONE : 1);
    }
  }

  private final Map<InetAddress, Peer> peers = new HashMap<>();
  private int underWay;
  private int waiting;

  /** What became of one that wants to ask. */
  enum Turn {
    /** It may; {@link #end} is to follow. */
    NOW,
    /** {@link #next} will return it. */
    LATER,
    /** Too many wait. */
    NEVER
  }

  Turn begin(Entry entry) {
    Peer peer = peers.computeIfAbsent(address(entry), unused -> new Peer());
    if (underWay < MOST && peer.hasRoom()) {
      peer.underWay++;
      underWay++;
      return Turn.NOW;
    }
    if (waiting >= MOST_WAITING) {
      return Turn.NEVER;
    }
    peer.waiting.add(entry);
    waiting++;
    return Turn.LATER;
  }

  /** This one's peer has answered a request, in whatever way. */
  void answered(Entry entry) {
    Peer peer = peers.get(address(entry));
    peer.answers = true;
    peer.everAnswered = true;
  }

  /** A request to this one's peer has waited for an answer in vain. */
  void unanswered(Entry entry) {
    Peer peer = peers.get(address(entry));
    if (peer != null) {
      peer.answers = false;
    }
  }

  /** A request is over: answered, in vain, or withdrawn, which says nothing of the peer. */
  void end(Entry entry) {
    Peer peer = peers.get(address(entry));
    peer.underWay--;
    underWay--;
    if (peers.size() > MOST_PEERS) {
      peers.values().removeIf(one -> one.underWay == 0 && one.waiting.isEmpty());
    }
  }

  /** Whether any request to this one's peer was ever answered. */
  boolean hasAnswered(Entry entry) {
    Peer peer = peers.get(address(entry));
    return peer != null && peer.everAnswered;
  }

  /** One that waits no longer, to be asked for anew; null if none may yet. */
  Entry next() {
    if (waiting == 0 || underWay >= MOST) {
      return null;
    }
    for (Iterator<Peer> each = peers.values().iterator(); each.hasNext(); ) {
      Peer peer = each.next();
      if (peer.hasRoom() && !peer.waiting.isEmpty()) {
        waiting--;
        return peer.waiting.remove();
      }
    }
    return null;
  }

  /** One that waits is not needed any more. */
  void forget(Entry entry) {
    Peer peer = peers.get(address(entry));
    if (peer != null && peer.waiting.remove(entry)) {
      waiting--;
    }
  }

  int underWay() {
    return underWay;
  }

  private static InetAddress address(Entry entry) {
    return entry.ends().remoteAddress();
  }
}
