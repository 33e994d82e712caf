package jfs.rdma.verbs;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * How long a device may take to flush the queue of a connection that has broken. After a wait in
 * vain, connections of the same device that break within the next 200 ms do not wait; those of
 * other devices do. Any thread may call.
 */
final class FlushTimeout {

  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int LEAST_LOOKS = 4;
  private static final long VAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** By the number of the device. There are few, and none is ever removed. */
  private static final ConcurrentMap<Long, FlushTimeout> OF_DEVICES = new ConcurrentHashMap<>();

  /**
   * When a wait was last in vain. Any thread writes it; where several do at once, any of the values
   * will do.
   */
  private volatile long vainAt;

  /** At this {@link System#nanoTime}: no wait counts as in vain yet. */
  FlushTimeout(long now) {
    vainAt = now - 2 * VAIN_NANOS;
  }

  /** The one of a device, by {@link VerbsEndpoint#device}. */
  static FlushTimeout of(long device) {
    return OF_DEVICES.computeIfAbsent(device, unused -> new FlushTimeout(System.nanoTime()));
  }

  /**
   * Whether a connection that has waited since then may wait on.
   *
   * @param looks how often it has polled meanwhile: a thread that got no processor has not waited
   */
  boolean mayWait(long since, int looks, long now) {
    if (now - vainAt < VAIN_NANOS) {
      return false;
    }
    if (looks < LEAST_LOOKS || now - since <= LONGEST_NANOS) {
      return true;
    }
    vainAt = now;
    return false;
  }
}
