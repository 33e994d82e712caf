package jfs.rdma;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The pairs whose transports the application has left, and that the reactor is to drain, as a
 * linked list: a task for each might find no memory.
 */
final class Released {

  /** Added to by any thread, emptied by the reactor's. */
  private final AtomicReference<Pair> added = new AtomicReference<>();

  /** What the reactor has taken from there. For its thread only. */
  private Pair taken;

  /** Any thread may call, once for each pair. */
  void add(Pair pair) {
    Pair before;
    do {
      before = added.get();
      pair.nextReleased = before;
    } while (!added.compareAndSet(before, pair));
  }

  /** One of them, the same until it is {@linkplain #remove removed}; null if there is none. */
  Pair first() {
    if (taken == null) {
      taken = added.getAndSet(null);
    }
    return taken;
  }

  /** Removes the one that {@link #first} has returned. */
  void remove() {
    Pair removed = taken;
    taken = removed.nextReleased;
    removed.nextReleased = null; // a socket that refers to it must not keep the others reachable
  }
}
