package jfs.shm.control;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jfs.core.transport.FourTuple;

/**
 * The searches of peers for ends that this JVM did not hold. An end is added to the registry before
 * the searches are checked, and a search is listed before the registry is checked, so whichever
 * comes second finds the other. Any thread may call, but for what is said.
 */
final class Searches {

  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  static final int MOST = 100_000;

  private final LongSupplier nanoTime;
  private final ConcurrentMap<FourTuple, Search> searches = new ConcurrentHashMap<>();

  /** When searches that are over were last removed. Used by the manager's thread alone. */
  private long swept;

  private record Search(PeerLink from, long since) {
    boolean isOver(long now) {
      return now - since > PATIENCE_NANOS || from.isClosed();
    }
  }

  /** Takes a clock such as {@link System#nanoTime}. */
  Searches(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    swept = nanoTime.getAsLong();
  }

  /** Lists a search for an end. Only the manager's thread calls this. */
  void add(FourTuple tuple, PeerLink from) {
    long now = nanoTime.getAsLong();
    if (now - swept > PATIENCE_NANOS) {
      swept = now;
      searches.values().removeIf(search -> search.isOver(now));
    }
    if (searches.size() < MOST) {
      searches.put(tuple, new Search(from, now));
    }
  }

  /** Removes the searches over a link that has ended, so that the link can be collected. */
  void forget(PeerLink link) {
    for (Iterator<Search> all = searches.values().iterator(); all.hasNext(); ) {
      if (all.next().from() == link) {
        all.remove();
      }
    }
  }

  /** Whether a peer looks for this end. */
  boolean contain(FourTuple tuple) {
    return !searches.isEmpty() && searches.containsKey(tuple);
  }

  /** Ends the search for this end; returns where it came from, or null. */
  PeerLink take(FourTuple tuple) {
    if (searches.isEmpty()) {
      return null;
    }
    Search search = searches.remove(tuple);
    return search == null || search.isOver(nanoTime.getAsLong()) ? null : search.from();
  }
}
