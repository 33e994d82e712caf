package jfs.shm;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;

/**
 * The endpoint registry: the ends that this JVM holds, and the searches of peers for ends that it
 * did not hold. An end is added before the searches are checked, and a search is listed before the
 * ends are checked, so whichever comes second finds the other. Any thread may call.
 */
final class EndpointRegistry {

  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  static final int MOST_SEARCHES = 100_000;

  private final LongSupplier nanoTime;
  private final ConcurrentMap<FourTuple, RegisteredEndpoint> ends = new ConcurrentHashMap<>();
  private final ConcurrentMap<FourTuple, Search> searches = new ConcurrentHashMap<>();
  private final ReferenceQueue<PairingEnd> forgotten = new ReferenceQueue<>();

  /** When searches that are over were last removed. Used by the manager's thread alone. */
  private long swept;

  private record Search(PeerLink from, long since) {
    boolean isOver(long now) {
      return now - since > PATIENCE_NANOS || from.isClosed();
    }
  }

  /** Takes a clock such as {@link System#nanoTime}. */
  EndpointRegistry(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    swept = nanoTime.getAsLong();
  }

  /** Makes an endpoint that is not in the registry yet. */
  RegisteredEndpoint endpoint(ShmConnectionManager manager, PairingEnd end, long madeAt) {
    return new RegisteredEndpoint(manager, end, forgotten, nanoTime, madeAt);
  }

  /** Adds an end; drops collected ones. */
  void add(RegisteredEndpoint endpoint) {
    for (Reference<?> dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      remove((RegisteredEndpoint) dead);
    }
    ends.put(endpoint.ends(), endpoint);
  }

  void remove(RegisteredEndpoint endpoint) {
    ends.remove(endpoint.ends(), endpoint);
  }

  /** The end with these addresses, or null. */
  RegisteredEndpoint find(FourTuple tuple) {
    return ends.get(tuple);
  }

  Collection<RegisteredEndpoint> all() {
    return ends.values();
  }

  /** Lists a search for an end. Only the manager's thread calls this. */
  void search(FourTuple tuple, PeerLink from) {
    long now = nanoTime.getAsLong();
    if (now - swept > PATIENCE_NANOS) {
      swept = now;
      searches.values().removeIf(search -> search.isOver(now));
    }
    if (searches.size() < MOST_SEARCHES) {
      searches.put(tuple, new Search(from, now));
    }
  }

  /** Removes the searches over a link that has ended, so that the link can be collected. */
  void forget(PeerLink link) {
    searches.values().removeIf(search -> search.from() == link);
  }

  /** Whether a peer looks for this end. */
  boolean isSearched(FourTuple tuple) {
    return !searches.isEmpty() && searches.containsKey(tuple);
  }

  /** Ends the search for this end; returns where it came from, or null. */
  PeerLink searcher(FourTuple tuple) {
    if (searches.isEmpty()) {
      return null;
    }
    Search search = searches.remove(tuple);
    return search == null || search.isOver(nanoTime.getAsLong()) ? null : search.from();
  }
}
