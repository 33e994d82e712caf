package jfs.rdma.cm;

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
import jfs.core.transport.EndpointRegistry;
import jfs.rdma.verbs.Verbs;

/**
 * The listeners at which peers request RDMA connections: one at each address and port at which this
 * JVM has accepted connections, for as long as any of these is in the {@link EndpointRegistry}. For
 * the reactor's thread only, but for {@link #knows}.
 *
 * <p>A thread that accepts enters its connection into the registry first, and then asks whether its
 * place is known. The reactor forgets a place first, and then looks at the registry. So at least
 * one of the two sees what the other did.
 *
 * <p>Any step may find no heap. So the reactor notes each in a {@link Place} before it takes the
 * step, which needs no memory, and a later {@link #retry} repeats a step that failed.
 */
final class Listeners {

  /** An address and port at which a connection was accepted, and their listener. */
  private static final class Place {
    private final InetSocketAddress at;

    /**
     * The reactor has tried to listen there, and tries again if need be. Written by its thread. An
     * accepting thread that reads an outdated false wakes the reactor for nothing.
     */
    private volatile boolean tried;

    private Verbs.Listener listener;
    private long token;

    /** The next in the list of the places that have a listener. */
    private Place nextListening;

    /** The listener is of no use any more and is to be closed. */
    private boolean lost;

    /** The next in the list of the places to forget. */
    private Place nextForgotten;

    /** When to try again without a listener, and how long the pause after that attempt is. */
    private long retryAt;

    private long pause = FIRST_NANOS;

    /** At the last check no registered connection was of this place. */
    private boolean unused;

    Place(InetSocketAddress at) {
      this.at = at;
    }
  }

  /**
   * How often unused listeners are closed: one is kept for once or twice this time without a
   * connection.
   */
  static final int TIDY_MILLIS = 60_000;

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(16);

  private final EndpointRegistry<RdmaEndpoint> registry;

  /** Whether a place lacks its listener, or may lack it. For the reactor's thread only. */
  private boolean lacking;

  /**
   * Whether there is a place that was not tried yet. Accepting threads set it, after they have
   * entered the place; the reactor's thread clears it before it walks the places.
   */
  private volatile boolean untried;

  private final ConcurrentMap<InetSocketAddress, Place> places = new ConcurrentHashMap<>();

  /**
   * The places that have a listener, linked: finding one by its token takes no memory, and there
   * are only as many as ports at which the program accepts.
   */
  private Place listening;

  /** The places that were unused and are to be removed from the map, until that is done. */
  private Place forgotten;

  /** Unused listeners are looked for from time to time, and when that was done last. */
  private boolean tidying;

  private long tidiedAt;

  Listeners(EndpointRegistry<RdmaEndpoint> registry) {
    this.registry = registry;
  }

  /**
   * Enters the place of a connection that was accepted.
   *
   * @return whether the reactor knows of it; if not, the caller wakes the reactor
   */
  boolean knows(InetSocketAddress at) {
    Place place = places.get(at); // no write to the map in the usual case
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
      // Most likely another process has accepted connections there before, and may be about to end,
      // as when a server is replaced.
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

  /** The port of a listener, or null. */
  Integer port(long token) {
    Place place = find(token);
    return place == null ? null : place.at.getPort();
  }

  /**
   * Listens at new places; retries places without a listener when their pause is over; and repeats
   * the steps that failed in an earlier call.
   *
   * @param tokens gives each listener a token of its own
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
      if (!tidying && !isEmpty()) {
        tidying = true;
        tidiedAt = now;
      }
    } finally {
      lacking = still; // stays true if a step has failed
    }
  }

  /** Whether {@link #retry} has something to do, now or after a pause. */
  boolean isLacking() {
    return lacking || untried;
  }

  /**
   * The device of a listener is being removed, and waits for this; or its address has moved to
   * another device. Either may be back before long, so {@link #retry} tries again.
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

  /** Whether {@link #tidy} has something to do, now or later. */
  boolean isTidying() {
    return tidying;
  }

  /** Closes unused listeners, if it is time. */
  void tidy(long now) {
    if (tidying && now - tidiedAt >= TimeUnit.MILLISECONDS.toNanos(TIDY_MILLIS)) {
      tidiedAt = now;
      closeUnused();
      tidying = !isEmpty();
    }
  }

  /**
   * Forgets the places of which no connection was registered, neither at this check nor at the
   * last.
   */
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
        return; // it is in the list already
      }
    }
    place.nextForgotten = forgotten;
    forgotten = place;
    lacking = true; // until it is done
  }

  /** Removes the places, but enters one again that is in use after all. */
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
    for (RdmaEndpoint registered : registry.all()) {
      if (!registered.isConnector()) {
        all.add(registered.local());
      }
    }
    return all;
  }

  /** Closes a place's listener, if it has one. If that throws, the place still has it. */
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
