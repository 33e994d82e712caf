package jfs.shm.control;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import jfs.core.runtime.LackOfMemory;

/**
 * The pairs of a link; each has memory in this side's arena. Used by the manager's thread alone.
 */
final class LinkPairs {

  private final LinkArenas arenas;
  private final LinkEventFds eventFds;
  private final Map<Integer, ShmPair> byId = new HashMap<>();
  private int lastId;

  /** The link has ended. */
  private boolean ended;

  LinkPairs(LinkArenas arenas, LinkEventFds eventFds) {
    this(arenas, eventFds, 0);
  }

  /** With the number of the last pair before. */
  LinkPairs(LinkArenas arenas, LinkEventFds eventFds, int lastId) {
    this.arenas = arenas;
    this.eventFds = eventFds;
    this.lastId = lastId;
  }

  /** A number that no pair has; after 2^32 pairs the old ones come again. */
  int newId() {
    do {
      lastId++;
    } while (byId.containsKey(lastId));
    return lastId;
  }

  /** Adds a pair, or does nothing if there is no heap for it. */
  void add(ShmPair pair) {
    Integer id = pair.id();
    boolean added = false;
    try {
      byId.put(id, pair);
      added = true;
    } finally {
      if (!added) {
        byId.remove(id);
      }
    }
  }

  /** The pair with this number, or null. */
  ShmPair get(int id) {
    return byId.get(id);
  }

  /**
   * Frees the memory of a pair that neither side will touch again, and removes the pair. The step
   * that may lack heap comes first: a later failure would lose the memory, or free it twice.
   */
  void remove(ShmPair pair) {
    Integer id = pair.id();
    if (byId.get(id) == pair) {
      pair.free();
      byId.remove(id);
    }
  }

  /**
   * The link has ended: wakes the threads that sleep on its pairs, and gives memory that is not in
   * use back to the kernel. Called again if there was no heap to finish.
   */
  void end() {
    for (ShmPair pair : byId.values()) {
      lost(pair);
    }
    for (Iterator<ShmPair> pairs = byId.values().iterator(); pairs.hasNext(); ) {
      if (pairs.next().hasLeft()) {
        pairs.remove();
      }
    }
    arenas.end();
    ended = true;
    closeIfUnused();
  }

  private static void lost(ShmPair pair) {
    try {
      pair.lost();
    } catch (InternalError e) {
      if (LackOfMemory.isCauseOf(e)) {
        throw e;
      }
      pair.faulted();
    }
  }

  /**
   * This end has left a pair. If the link has ended, the peer cannot say that it has left too, so
   * the pair's memory is not used again. When this end has left the last pair, it gives up all that
   * it shares with the peer.
   */
  void left(ShmPair pair) {
    if (ended) {
      byId.remove(pair.id(), pair);
      closeIfUnused();
    }
  }

  private void closeIfUnused() {
    if (byId.isEmpty()) {
      eventFds.close();
      arenas.close();
    }
  }
}
