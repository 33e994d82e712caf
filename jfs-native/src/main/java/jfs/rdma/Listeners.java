package jfs.rdma;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jfs.core.config.Log;

/**
 * Where peers may ask for ends of ours: at each address and port at which connections were
 * accepted, for as long as any of them is in the {@link Books}. The reactor's thread's own, but for
 * {@link #knows}.
 *
 * <p>Whoever accepts enters his connection into the books and asks then whether its place is known.
 * A place is forgotten first, and then the books are looked at. So one sees the other's doing.
 */
final class Listeners {

  /** A place where a connection was accepted, and what listens there for its sake. */
  private static final class Place {
    private Verbs.Listener listener;
    private long token;

    /** When to try again, if there is no listener, and for how long not to after that. */
    private long retryAt;

    private long pause = FIRST_NANOS;

    /** Nobody had a connection of it when that was looked at last. */
    private boolean unused;
  }

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(16);

  private final Books books;

  /** Whether a place lacks its listener, or may. The reactor's thread's own. */
  private boolean lacking;

  private final ConcurrentMap<InetSocketAddress, Place> places = new ConcurrentHashMap<>();
  private final Map<Long, InetSocketAddress> byToken = new HashMap<>();

  Listeners(Books books) {
    this.books = books;
  }

  /** Whether {@link #listen} was called for it, or is about to be; if not, the caller has to. */
  boolean knows(InetSocketAddress at) {
    // Not to write where many accept.
    return places.containsKey(at) || places.putIfAbsent(at, new Place()) != null;
  }

  /** Listens at a place that was not known. */
  void listen(Verbs verbs, InetSocketAddress at, long token) {
    Place place = places.get(at);
    if (place != null && place.listener == null) {
      listen(verbs, at, place, token);
    }
  }

  private void listen(Verbs verbs, InetSocketAddress at, Place place, long token) {
    lacking = true;
    place.retryAt = System.nanoTime() + place.pause;
    place.pause = Math.min(2 * place.pause, LONGEST_NANOS);
    try {
      place.listener = verbs.listen(at.getAddress(), at.getPort(), token);
      place.token = token;
      byToken.put(token, at);
      place.pause = FIRST_NANOS;
    } catch (IOException e) {
      // Another process has accepted connections there before, most likely, and may be about to
      // end, as when a server is replaced.
      Log.debug("no RDMA listener at " + at + ": " + Log.describe(e));
    }
  }

  /** The port that a listener is at, or null. */
  Integer port(long token) {
    InetSocketAddress at = byToken.get(token);
    return at == null ? null : at.getPort();
  }

  /**
   * Tries those places again that have no listener, when it is time.
   *
   * @param tokens gives each a token of its own
   */
  void retry(Verbs verbs, LongSupplier tokens, long now) {
    if (!lacking) {
      return;
    }
    boolean still = false;
    for (Map.Entry<InetSocketAddress, Place> one : places.entrySet()) {
      Place place = one.getValue();
      if (place.listener == null && now - place.retryAt >= 0) {
        listen(verbs, one.getKey(), place, tokens.getAsLong());
      }
      still |= place.listener == null;
    }
    lacking = still;
  }

  /** Whether {@link #retry} is to be called now and then. */
  boolean isLacking() {
    return lacking;
  }

  /** A task to {@link #listen} may not have come through. */
  void mayLack() {
    lacking = true;
  }

  /**
   * The device of a listener is being taken away, which waits for this, or its address has moved.
   * It may be there again before long.
   */
  void lost(long token) {
    InetSocketAddress at = byToken.get(token);
    if (at != null) {
      Place place = places.get(at);
      close(place);
      place.retryAt = System.nanoTime() + place.pause;
      lacking = true;
    }
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** Forgets the places that nobody had a connection of, this time and the last. */
  void closeUnused() {
    Map<InetSocketAddress, Place> forgotten = new HashMap<>();
    Set<InetSocketAddress> before = inUse();
    places.forEach(
        (at, place) -> {
          boolean still = place.unused;
          place.unused = !before.contains(at);
          if (still && place.unused) {
            forgotten.put(at, place);
          }
        });
    forgotten.forEach(places::remove);
    Set<InetSocketAddress> after = inUse();
    forgotten.forEach(
        (at, place) -> {
          if (!after.contains(at) || places.putIfAbsent(at, place) != null) {
            close(place);
          }
        });
  }

  private Set<InetSocketAddress> inUse() {
    Set<InetSocketAddress> all = new HashSet<>();
    for (Entry entry : books.all()) {
      if (!entry.isConnector()) {
        all.add(entry.local());
      }
    }
    return all;
  }

  private void close(Place place) {
    if (place.listener != null) {
      byToken.remove(place.token);
      place.listener.close();
      place.listener = null;
    }
  }

  /** For tests: where it listens. */
  List<InetSocketAddress> open() {
    return new ArrayList<>(byToken.values());
  }
}
