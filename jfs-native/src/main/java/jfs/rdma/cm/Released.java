package jfs.rdma.cm;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The pairs whose transports the application has left, and that the reactor is to drain, as a
 * linked list: a task for each might find no memory.
 */
final class Released implements Consumer<RdmaPair> {

  private final Tasks tasks;

  /** Added to by any thread, emptied by the reactor's. */
  private final AtomicReference<RdmaPair> added = new AtomicReference<>();

  /** What the reactor has taken from there. For its thread only. */
  private RdmaPair taken;

  /** Wakes the reactor's thread by these. */
  Released(Tasks tasks) {
    this.tasks = tasks;
  }

  /** Adds one. Any thread may call, once for each pair. */
  @Override
  public void accept(RdmaPair pair) {
    RdmaPair before;
    do {
      before = added.get();
      pair.nextReleased = before;
    } while (!added.compareAndSet(before, pair));
    tasks.wake();
  }

  /** One of them, the same until it is {@linkplain #remove removed}; null if there is none. */
  RdmaPair first() {
    if (taken == null) {
      taken = added.getAndSet(null);
    }
    return taken;
  }

  /** Removes the one that {@link #first} has returned. */
  void remove() {
    RdmaPair removed = taken;
    taken = removed.nextReleased;
    removed.nextReleased = null; // a socket that refers to it must not keep the others reachable
  }
}
