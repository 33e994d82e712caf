package jfs.rdma;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;

/**
 * Who has refused, or could not be reached, and is not to be asked again for a while: longer each
 * time. The reactor's thread's own.
 */
final class Refusals {

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int MOST = 10_000;

  private record Refusal(Reason reason, long pause, long since) {}

  /** By address and port of who refused, or by address of who cannot be reached. */
  private final Map<Object, Refusal> refusals = new HashMap<>();

  /** Notes that nobody there speaks for this port. */
  void refused(InetSocketAddress remote, Reason reason, long now) {
    note(remote, reason, now);
  }

  /** Notes that there is no way to this address. */
  void unreachable(InetAddress remote, Reason reason, long now) {
    note(remote, reason, now);
  }

  private void note(Object whom, Reason reason, long now) {
    if (refusals.size() >= MOST) {
      refusals.values().removeIf(refusal -> now - refusal.since > LONGEST_NANOS);
    }
    Refusal before = refusals.get(whom);
    long pause = before == null ? FIRST_NANOS : Math.min(before.pause * 4, LONGEST_NANOS);
    if (refusals.size() < MOST) {
      refusals.put(whom, new Refusal(reason, pause, now));
    }
  }

  /** Why this peer is not to be asked now, or null. */
  Reason of(InetSocketAddress remote, long now) {
    Reason unreachable = find(remote.getAddress(), now);
    return unreachable != null ? unreachable : find(remote, now);
  }

  private Reason find(Object whom, long now) {
    Refusal refusal = refusals.get(whom);
    return refusal != null && now - refusal.since < refusal.pause ? refusal.reason : null;
  }

  /** It has worked: what was before does not count any more. */
  void forget(InetSocketAddress remote) {
    refusals.remove(remote);
    refusals.remove(remote.getAddress());
  }
}
