package jfs.rdma;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;

/**
 * Who has refused, or could not be reached, and is not to be asked again for a while: longer each
 * time, and many who were asked together are one time. The reactor's thread's own. Times are those
 * of {@link System#nanoTime}.
 */
final class Refusals {

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * After so many pauses without a request that was refused, and a minute at least, the next
   * refusal is a first one again. A peer is asked several times, within seconds, before its refusal
   * is noted.
   */
  private static final int PAUSES_KEPT = 10;

  private static final long LEAST_KEPT_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Of more, those are forgotten first that have refused longest ago. */
  static final int MOST = 10_000;

  /** Stands for this host. */
  private static final Object HERE = "here";

  private record Refusal(Reason reason, long pause, long since) {}

  /** Stands for the device of this host that has an address. */
  private record Device(InetAddress local) {}

  private final long firstNanos;
  private final long longestNanos;
  private final long leastKeptNanos;

  /**
   * By address and port of who refused, by address of who cannot be reached, or by device; the one
   * noted longest ago is first.
   */
  private final Map<Object, Refusal> refusals = new LinkedHashMap<>();

  Refusals() {
    this(FIRST_NANOS, LONGEST_NANOS, LEAST_KEPT_NANOS);
  }

  /**
   * With pauses of its own.
   *
   * @param firstNanos the first
   * @param longestNanos the longest
   * @param leastKeptNanos for how long at least a refusal makes the next one's pause longer
   */
  Refusals(long firstNanos, long longestNanos, long leastKeptNanos) {
    this.firstNanos = firstNanos;
    this.longestNanos = longestNanos;
    this.leastKeptNanos = leastKeptNanos;
  }

  /**
   * Notes that nobody there speaks for this port.
   *
   * @param asked when who was refused had asked
   */
  void refused(InetSocketAddress remote, Reason reason, long asked, long now) {
    note(remote, reason, asked, now);
  }

  /**
   * Notes that there is no way to this address.
   *
   * @param asked when a way was looked for
   */
  void unreachable(InetAddress remote, Reason reason, long asked, long now) {
    note(remote, reason, asked, now);
  }

  /** Notes that this host lacks what a connection takes, wherever it goes. */
  void lacking(Reason reason, long asked, long now) {
    note(HERE, reason, asked, now);
  }

  /** Notes that the device that has this address of this host fails, whoever the peer is. */
  void failing(InetAddress local, Reason reason, long asked, long now) {
    note(new Device(local), reason, asked, now);
  }

  private void note(Object whom, Reason reason, long asked, long now) {
    Refusal before = refusals.get(whom);
    if (before != null && asked - before.since < 0) {
      return; // no news: it was under way already when the last was refused
    }
    boolean isFirst =
        before == null
            || asked - before.since >= Math.max(PAUSES_KEPT * before.pause, leastKeptNanos);
    long pause = isFirst ? firstNanos : before.pause * 4;
    // Who takes long to refuse, or never answers, is not to be asked for most of the time.
    pause = Math.min(Math.max(pause, now - asked), longestNanos);
    refusals.remove(whom);
    if (refusals.size() >= MOST) {
      Iterator<Refusal> eldest = refusals.values().iterator();
      eldest.next();
      eldest.remove();
    }
    refusals.put(whom, new Refusal(reason, pause, now));
  }

  /** What this host lacks now, or null. */
  Reason lack(long now) {
    return find(HERE, now);
  }

  /** What the device fails at that has this address of this host, or null. */
  Reason ofDevice(InetAddress local, long now) {
    return find(new Device(local), now);
  }

  /** Why this peer is not to be asked now, or null. */
  Reason of(InetSocketAddress remote, long now) {
    Reason lack = lack(now);
    if (lack != null) {
      return lack;
    }
    Reason unreachable = find(remote.getAddress(), now);
    return unreachable != null ? unreachable : find(remote, now);
  }

  private Reason find(Object whom, long now) {
    Refusal refusal = refusals.get(whom);
    return refusal != null && now - refusal.since < refusal.pause ? refusal.reason : null;
  }

  /** It has worked: what was before does not count any more. */
  void forget(InetSocketAddress remote) {
    forgetLack();
    refusals.remove(remote);
    refusals.remove(remote.getAddress());
  }

  /** The device that has this address does what it should. */
  void forgetFailing(InetAddress local) {
    refusals.remove(new Device(local));
  }

  /** A connection was made, from here or from a peer: this host lacks nothing. */
  void forgetLack() {
    refusals.remove(HERE);
  }
}
