package jfs.rdma;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * How long a device may take to flush the queue of a connection that has broken. Where it was
 * waited for in vain, connections of the same device that break soon after are not kept waiting;
 * those of another are. Any thread.
 */
final class FlushTimeout {

  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int LEAST_LOOKS = 4;
  private static final long VAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** By the number of the device; few, and for good. */
  private static final ConcurrentMap<Long, FlushTimeout> OF_DEVICES = new ConcurrentHashMap<>();

  /** When a wait was last in vain. Any thread writes it; one of several that do is as good. */
  private volatile long vainAt;

  /** From this {@link System#nanoTime} on, or a little before. */
  FlushTimeout(long now) {
    vainAt = now - 2 * VAIN_NANOS;
  }

  /** That of a device, by {@link Endpoint#device}. */
  static FlushTimeout of(long device) {
    return OF_DEVICES.computeIfAbsent(device, unused -> new FlushTimeout(System.nanoTime()));
  }

  /**
   * Whether a connection that has been waiting since then is to go on.
   *
   * @param looks how often it has looked meanwhile: a thread that got no processor has not waited
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
