package jfs.rdma;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
 *
 * <p>Any step may find no heap. So each is noted in a {@link Place} before it is taken, which takes
 * no memory, and is taken again by a later {@link #retry} if it failed.
 */
final class Listeners {

  /** A place where a connection was accepted, and what listens there for its sake. */
  private static final class Place {
    private final InetSocketAddress at;

    /**
     * The reactor has tried to listen there, and goes on to if need be. Written by its thread; a
     * thread that accepts and reads false too late wakes the reactor for nothing.
     */
    private volatile boolean tried;

    private Verbs.Listener listener;
    private long token;

    /** In the list of those that have a listener. */
    private Place nextListening;

    /** The listener is of no use any more, and is to be closed. */
    private boolean lost;

    /** In the list of those that are forgotten. */
    private Place nextForgotten;

    /** When to try again, if there is no listener, and for how long not to after that. */
    private long retryAt;

    private long pause = FIRST_NANOS;

    /** Nobody had a connection of it when that was looked at last. */
    private boolean unused;

    Place(InetSocketAddress at) {
      this.at = at;
    }
  }

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(16);

  private final Books books;

  /** Whether a place lacks its listener, or may. The reactor's thread's own. */
  private boolean lacking;

  /**
   * Whether a place was entered that was not tried yet. Set by threads that accept, after they have
   * entered it; cleared by the reactor's before it walks the places.
   */
  private volatile boolean untried;

  private final ConcurrentMap<InetSocketAddress, Place> places = new ConcurrentHashMap<>();

  /**
   * Those that have a listener, linked: to find one by its token takes no memory then, and there
   * are as many as ports that the program accepts at.
   */
  private Place listening;

  /** Those that were unused, or are about to be removed from the map, until that is done. */
  private Place forgotten;

  Listeners(Books books) {
    this.books = books;
  }

  /**
   * Enters a place of a connection that was accepted.
   *
   * @return whether the reactor knows of it; if not, it is to be woken
   */
  boolean knows(InetSocketAddress at) {
    Place place = places.get(at); // not to write where many accept
    if (place == null) {
      Place entered = new Place(at);
      Place before = places.putIfAbsent(at, entered);
      place = before == null ? entered : before;
    }
    if (place.tried) {
      return true;
    }
    untried = true;
    return false;
  }

  /** Whether {@link #retry} has a new place to listen at. */
  boolean hasUntried() {
    return untried;
  }

  private void listen(Verbs verbs, Place place, long token, long now) {
    place.tried = true;
    place.retryAt = now + place.pause;
    place.pause = Math.min(2 * place.pause, LONGEST_NANOS);
    try {
      place.listener = verbs.listen(place.at.getAddress(), place.at.getPort(), token);
      place.token = token;
      place.lost = false;
      place.nextListening = listening;
      listening = place;
      place.pause = FIRST_NANOS;
    } catch (IOException e) {
      // Another process has accepted connections there before, most likely, and may be about to
      // end, as when a server is replaced.
      Log.debug("no RDMA listener at " + place.at + ": " + Log.describe(e));
    }
  }

  private Place find(long token) {
    Place place = listening;
    while (place != null && place.token != token) {
      place = place.nextListening;
    }
    return place;
  }

  /** The port that a listener is at, or null. */
  Integer port(long token) {
    Place place = find(token);
    return place == null ? null : place.at.getPort();
  }

  /**
   * Listens at new places, and tries those again that have no listener, when it is time; and does
   * what an earlier call could not.
   *
   * @param tokens gives each a token of its own
   */
  void retry(Verbs verbs, LongSupplier tokens, long now) {
    if (!isLacking()) {
      return;
    }
    boolean still = true;
    untried = false;
    try {
      closeForgotten();
      boolean without = false;
      for (Place place : places.values()) {
        if (place.lost) {
          close(place);
        }
        if (place.listener == null && (!place.tried || now - place.retryAt >= 0)) {
          listen(verbs, place, tokens.getAsLong(), now);
        }
        without |= place.listener == null;
      }
      still = without;
    } finally {
      lacking = still; // as before if a step has failed
    }
  }

  /** Whether {@link #retry} is to be called now and then. */
  boolean isLacking() {
    return lacking || untried;
  }

  /**
   * The device of a listener is being taken away, which waits for this, or its address has moved.
   * It may be there again before long.
   */
  void lost(long token) {
    Place place = find(token);
    if (place != null) {
      place.lost = true;
      lacking = true;
      place.retryAt = System.nanoTime() + place.pause;
      close(place);
    }
  }

  boolean isEmpty() {
    return places.isEmpty() && forgotten == null;
  }

  /** Forgets the places that nobody had a connection of, this time and the last. */
  void closeUnused() {
    Set<InetSocketAddress> used = inUse();
    for (Place place : places.values()) {
      boolean still = place.unused;
      place.unused = !used.contains(place.at);
      if (still && place.unused) {
        forget(place);
      }
    }
    closeForgotten();
  }

  private void forget(Place place) {
    for (Place one = forgotten; one != null; one = one.nextForgotten) {
      if (one == place) {
        return; // earlier, and it was not done yet
      }
    }
    place.nextForgotten = forgotten;
    forgotten = place;
    lacking = true; // until it is done
  }

  /** A place that is in use after all is entered again. */
  private void closeForgotten() {
    if (forgotten == null) {
      return;
    }
    for (Place place = forgotten; place != null; place = place.nextForgotten) {
      places.remove(place.at, place);
    }
    Set<InetSocketAddress> used = inUse();
    while (forgotten != null) {
      Place place = forgotten;
      if (!used.contains(place.at) || places.putIfAbsent(place.at, place) != null) {
        close(place);
      }
      forgotten = place.nextForgotten;
      place.nextForgotten = null;
    }
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

  /** Closes its listener, if it has one; if that fails, it has it still. */
  private void close(Place place) {
    if (place.listener == null) {
      return;
    }
    place.listener.close();
    place.listener = null;
    if (listening == place) {
      listening = place.nextListening;
    } else {
      Place before = listening;
      while (before.nextListening != place) {
        before = before.nextListening;
      }
      before.nextListening = place.nextListening;
    }
    place.nextListening = null;
  }

  /** For tests: where it listens. */
  List<InetSocketAddress> open() {
    List<InetSocketAddress> all = new ArrayList<>();
    for (Place place = listening; place != null; place = place.nextListening) {
      all.add(place.at);
    }
    return all;
  }
}
