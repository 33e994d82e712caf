package jfs.rdma;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The transports that their applications have left and that the reactor is to drain, linked: a task
 * for each might find no memory.
 */
final class Released {

  /** Added to by any thread, emptied by the reactor's. */
  private final AtomicReference<RdmaTransport> added = new AtomicReference<>();

  /** Those that were in there. The reactor's thread's own. */
  private RdmaTransport taken;

  /** Any thread, once for each transport. */
  void add(RdmaTransport transport) {
    RdmaTransport before;
    do {
      before = added.get();
      transport.nextReleased = before;
    } while (!added.compareAndSet(before, transport));
  }

  /** One of them, the same until it is {@linkplain #remove removed}; null if there is none. */
  RdmaTransport first() {
    if (taken == null) {
      taken = added.getAndSet(null);
    }
    return taken;
  }

  /** Removes the one that {@link #first} has returned. */
  void remove() {
    RdmaTransport removed = taken;
    taken = removed.nextReleased;
    removed.nextReleased = null; // a socket that holds it is not to hold all that came after
  }
}
