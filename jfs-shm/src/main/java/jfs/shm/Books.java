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
 * Which ends this JVM holds, and which ones others look for in vain so far. An end is entered
 * before the search list is looked at, and a search is listed before the ends are looked at, so
 * whichever comes second finds the other. Any thread may call.
 */
final class Books {

  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  static final int MOST_SEARCHES = 100_000;

  private final LongSupplier nanoTime;
  private final ConcurrentMap<FourTuple, Entry> ends = new ConcurrentHashMap<>();
  private final ConcurrentMap<FourTuple, Search> searches = new ConcurrentHashMap<>();
  private final ReferenceQueue<PairingEnd> forgotten = new ReferenceQueue<>();

  /** When searches that are over were removed last. The exchange's thread's own. */
  private long swept;

  private record Search(Link from, long since) {
    boolean isOver(long now) {
      return now - since > PATIENCE_NANOS || from.isClosed();
    }
  }

  /** With a clock such as {@link System#nanoTime}. */
  Books(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    swept = nanoTime.getAsLong();
  }

  /** An end that is yet to be entered. */
  Entry entry(Exchange exchange, PairingEnd end, long madeAt) {
    return new Entry(exchange, end, forgotten, nanoTime, madeAt);
  }

  /** Enters an end. */
  void add(Entry entry) {
    for (Reference<?> dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      remove((Entry) dead);
    }
    ends.put(entry.ends(), entry);
  }

  void remove(Entry entry) {
    ends.remove(entry.ends(), entry);
  }

  /** The end with these addresses, or null. */
  Entry find(FourTuple tuple) {
    return ends.get(tuple);
  }

  Collection<Entry> all() {
    return ends.values();
  }

  /** Lists a search for an end. Called by the exchange's thread alone. */
  void search(FourTuple tuple, Link from) {
    long now = nanoTime.getAsLong();
    if (now - swept > PATIENCE_NANOS) {
      swept = now;
      searches.values().removeIf(search -> search.isOver(now));
    }
    if (searches.size() < MOST_SEARCHES) {
      searches.put(tuple, new Search(from, now));
    }
  }

  /** Ends the searches over a link that is no more, and lets go of what it refers to. */
  void forget(Link link) {
    searches.values().removeIf(search -> search.from() == link);
  }

  /** Whether somebody looks for this end. */
  boolean isSearched(FourTuple tuple) {
    return !searches.isEmpty() && searches.containsKey(tuple);
  }

  /** Who looked for this end, or null; the search is over. */
  Link searcher(FourTuple tuple) {
    if (searches.isEmpty()) {
      return null;
    }
    Search search = searches.remove(tuple);
    return search == null || search.isOver(nanoTime.getAsLong()) ? null : search.from();
  }
}
