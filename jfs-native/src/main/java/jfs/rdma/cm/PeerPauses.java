package jfs.rdma.cm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;

/**
 * The pauses in which JFS leaves peers alone that have refused or could not be reached, and devices
 * that fail. Each pause is longer than the one before; requests that were under way together count
 * as one. For the reactor's thread only. Times are those of {@link System#nanoTime}.
 */
final class PeerPauses {

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * After so many pauses without a refused request, and a minute at least, the next refusal counts
   * as a first one. JFS asks a peer several times, within seconds, before it notes a refusal.
   */
  private static final int PAUSES_KEPT = 10;

  private static final long LEAST_KEPT_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** The most that are kept: beyond it the refusal noted longest ago is forgotten first. */
  static final int MOST = 10_000;

  /** The key for this host itself. */
  private static final Object HERE = "here";

  private record Pause(Reason reason, long nanos, long since) {}

  /** The key for the device of this host that has an address. */
  private record Device(InetAddress local) {}

  private final long firstNanos;
  private final long longestNanos;
  private final long leastKeptNanos;

  /**
   * By address and port of a peer that refused, by address of a peer that cannot be reached, or by
   * device; the one noted longest ago is first.
   */
  private final Map<Object, Pause> pauses = new LinkedHashMap<>();

  PeerPauses() {
    this(FIRST_NANOS, LONGEST_NANOS, LEAST_KEPT_NANOS);
  }

  /**
   * With other pauses, in nanoseconds.
   *
   * @param firstNanos the first
   * @param longestNanos the longest
   * @param leastKeptNanos for how long at least a refusal makes the next one's pause longer
   */
  PeerPauses(long firstNanos, long longestNanos, long leastKeptNanos) {
    this.firstNanos = firstNanos;
    this.longestNanos = longestNanos;
    this.leastKeptNanos = leastKeptNanos;
  }

  /**
   * Notes that the peer at this port has refused.
   *
   * @param asked when the refused request was sent
   */
  void refused(InetSocketAddress remote, Reason reason, long asked, long now) {
    note(remote, reason, asked, now);
  }

  /**
   * Notes that there is no route to this address.
   *
   * @param asked when the request was sent
   */
  void unreachable(InetAddress remote, Reason reason, long asked, long now) {
    note(remote, reason, asked, now);
  }

  /** Notes that this host lacks what a connection takes, wherever it goes. */
  void lacking(Reason reason, long asked, long now) {
    note(HERE, reason, asked, now);
  }

  /** Notes that the device with this address of this host fails, independent of the peer. */
  void failing(InetAddress local, Reason reason, long asked, long now) {
    note(new Device(local), reason, asked, now);
  }

  private void note(Object whom, Reason reason, long asked, long now) {
    Pause before = pauses.get(whom);
    if (before != null && asked - before.since < 0) {
      return; // no news: this request was under way when the last one was refused
    }
    boolean isFirst =
        before == null
            || asked - before.since >= Math.max(PAUSES_KEPT * before.nanos, leastKeptNanos);
    long pause = isFirst ? firstNanos : before.nanos * 4;
    // A peer that takes long to refuse, or never answers, must not be asked most of the time.
    pause = Math.min(Math.max(pause, now - asked), longestNanos);
    pauses.remove(whom);
    if (pauses.size() >= MOST) {
      Iterator<Pause> eldest = pauses.values().iterator();
      eldest.next();
      eldest.remove();
    }
    pauses.put(whom, new Pause(reason, pause, now));
  }

  /** Why this host can make no connection now, or null. */
  Reason lack(long now) {
    return find(HERE, now);
  }

  /** Why the device with this address of this host fails, or null. */
  Reason ofDevice(InetAddress local, long now) {
    return find(new Device(local), now);
  }

  /** Why JFS is not to ask this peer now, or null. */
  Reason of(InetSocketAddress remote, long now) {
    Reason lack = lack(now);
    if (lack != null) {
      return lack;
    }
    Reason unreachable = find(remote.getAddress(), now);
    return unreachable != null ? unreachable : find(remote, now);
  }

  private Reason find(Object whom, long now) {
    Pause pause = pauses.get(whom);
    return pause != null && now - pause.since < pause.nanos ? pause.reason : null;
  }

  /** A connection to this peer works: earlier refusals do not count any more. */
  void forget(InetSocketAddress remote) {
    forgetLack();
    pauses.remove(remote);
    pauses.remove(remote.getAddress());
  }

  /** The device with this address works. */
  void forgetFailing(InetAddress local) {
    pauses.remove(new Device(local));
  }

  /** A connection was made, from here or from a peer: this host lacks nothing. */
  void forgetLack() {
    pauses.remove(HERE);
  }
}
