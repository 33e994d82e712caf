package jfs.shm;

import java.util.HashMap;
import java.util.Map;

/** The pairs of a link, each of which has memory of this side's arena. The exchange's thread's. */
final class LinkPairs {

  private final LinkArenas arenas;
  private final Map<Integer, ShmTransport> byId = new HashMap<>();
  private int lastId;

  /** The link is no more. */
  private boolean ended;

  LinkPairs(LinkArenas arenas) {
    this.arenas = arenas;
  }

  int newId() {
    return ++lastId;
  }

  /** Keeps a pair; or does not, if there is no memory for it. */
  void add(ShmTransport transport) {
    Integer id = transport.id();
    boolean added = false;
    try {
      byId.put(id, transport);
      added = true;
    } finally {
      if (!added) {
        byId.remove(id);
      }
    }
  }

  /** The pair with this number, or null. */
  ShmTransport get(int id) {
    return byId.get(id);
  }

  /**
   * Forgets a pair whose memory neither side will touch again. What may need memory comes first: a
   * pair that was forgotten could not be given back any more, and one that was not, twice.
   */
  void remove(ShmTransport transport) {
    Integer id = transport.id();
    if (byId.get(id) == transport) {
      transport.outgoing().ring().free();
      arenas.own().free(transport.outgoing().control());
      byId.remove(id);
    }
  }

  /**
   * The link is no more. Who sleeps on it is to know; said again, if there was no memory to say it.
   * Memory that is not in use goes back to the kernel.
   */
  void end(Pairing pairing) {
    for (ShmTransport transport : byId.values()) {
      pairing.lost(transport);
    }
    byId.values().removeIf(ShmTransport::hasLeft);
    arenas.end();
    ended = true;
    closeIfUnused();
  }

  /**
   * This end has left a pair. If the link is no more, nobody will say that the peer has. The pair's
   * memory is not used again, then: it goes with the last pair, when this end lets go of all that
   * it shares with the peer.
   */
  void left(ShmTransport transport) {
    if (ended) {
      byId.remove(transport.id(), transport);
      closeIfUnused();
    }
  }

  private void closeIfUnused() {
    if (byId.isEmpty()) {
      arenas.close();
    }
  }
}
