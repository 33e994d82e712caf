package jfs.rdma.cm;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.rdma.stream.LookResult;

/**
 * Devices of this host that make no connections, and peers with pairs that break soon after the
 * commit. JFS leaves each alone for a while, longer each time. Each pair that breaks resets a
 * connection of the program that would have gone on over TCP. For the reactor's thread only. Times
 * are those of {@link System#nanoTime}.
 */
final class RdmaFailures {

  /** A pair that has lived for so long works: when it breaks later, that does not count. */
  static final long EARLY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /**
   * Pairs that work do not make this forget: those that carry little may get through where those
   * that carry much do not, as when a network switch drops the longer packets.
   */
  private static final long BREAKS_KEPT_NANOS = TimeUnit.HOURS.toNanos(1);

  private final PeerPauses pauses;
  private final PeerPauses breaks =
      new PeerPauses(FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS, BREAKS_KEPT_NANOS);
  private final FailuresInARow openings = new FailuresInARow();
  private final FailuresInARow earlyBreaks = new FailuresInARow();

  /**
   * Of this host.
   *
   * @param pauses where failing devices are noted, beside what else bars a request
   */
  RdmaFailures(PeerPauses pauses) {
    this.pauses = pauses;
  }

  /**
   * The device could not make a connection, not for a lack of resources. The cause may be at the
   * peer.
   */
  void notOpened(FourTuple ends, long begun, long now) {
    if (openings.failed(ends.localAddress(), ends.remoteAddress(), begun, now)) {
      pauses.failing(ends.localAddress(), RdmaReasons.DEVICE_FAILED, begun, now);
    }
  }

  /** The device has made a connection. */
  void opened(FourTuple ends) {
    openings.worked(ends.localAddress());
  }

  /**
   * The device could not register memory, not for a lack of resources. No peer takes part in that.
   */
  void notRegistered(FourTuple ends, long begun, long now) {
    pauses.failing(ends.localAddress(), RdmaReasons.DEVICE_FAILED, begun, now);
  }

  /** An end has committed, so its device works. */
  void committed(FourTuple ends) {
    pauses.forgetFailing(ends.localAddress());
  }

  /**
   * Counts a committed pair as working or as broken early, once.
   *
   * @param found what {@link jfs.rdma.stream.RdmaConnection#look} has returned
   * @param over whether it has ended in order
   */
  void judge(RdmaPair pair, int found, boolean over, long now) {
    if (!pair.isOnTrial()) {
      return;
    }
    boolean broken = LookResult.isReset(found);
    FourTuple ends = pair.registered().ends();
    if (now - pair.committedAt() >= EARLY_NANOS || (over && !broken)) {
      pair.judged();
      earlyBreaks.worked(ends.localAddress());
    } else if (broken) {
      pair.judged();
      broke(pair, LookResult.hasGone(found), now);
    }
  }

  /**
   * Notes that a pair has broken early.
   *
   * @param hasGone whether the peer has ended it: its process may have died alone, and then only
   *     its port is avoided; silence means its host or the route
   */
  private void broke(RdmaPair pair, boolean hasGone, long now) {
    FourTuple ends = pair.registered().ends();
    Reason reason = RdmaReasons.UNSTABLE;
    if (!hasGone
        && earlyBreaks.failed(ends.localAddress(), ends.remoteAddress(), pair.begun(), now)) {
      breaks.failing(ends.localAddress(), reason, pair.begun(), now);
    }
    if (!pair.isConnector()) {
      return; // only the client asks, so only it avoids the peer
    }
    if (hasGone) {
      InetSocketAddress peer = new InetSocketAddress(ends.remoteAddress(), ends.remotePort());
      breaks.refused(peer, reason, pair.begun(), now);
    } else {
      breaks.unreachable(ends.remoteAddress(), reason, pair.begun(), now);
    }
  }

  /** Why this end is to ask no peer and accept none, or null. */
  Reason ofDevice(FourTuple ends, long now) {
    Reason failing = pauses.ofDevice(ends.localAddress(), now);
    return failing != null ? failing : breaks.ofDevice(ends.localAddress(), now);
  }

  /** Why this peer is not to be asked, or null. */
  Reason ofPeer(InetSocketAddress remote, long now) {
    return breaks.of(remote, now);
  }

  /** For tests. */
  PeerPauses breaks() {
    return breaks;
  }
}
