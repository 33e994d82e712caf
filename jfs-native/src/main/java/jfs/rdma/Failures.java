package jfs.rdma;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;

/**
 * What fails again and again, and is left alone for a while, longer each time: a device of this
 * host that makes no connections, or a peer whose pairs break soon after they were bound. Each of
 * the latter is a connection of the program's that is reset, and would have gone on over TCP. The
 * reactor's thread's own. Times are those of {@link System#nanoTime}.
 */
final class Failures {

  /** A pair that has lived for so long works, and ends for reasons of its own. */
  static final long EARLY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /**
   * Pairs that work do not make this forget: those that carry little may get through where those
   * that carry much do not, as when a switch drops the longer packets.
   */
  private static final long BREAKS_KEPT_NANOS = TimeUnit.HOURS.toNanos(1);

  private final Refusals refusals;
  private final Refusals breaks =
      new Refusals(FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS, BREAKS_KEPT_NANOS);
  private final FailuresInARow openings = new FailuresInARow();
  private final FailuresInARow earlyBreaks = new FailuresInARow();

  /**
   * Of this host.
   *
   * @param refusals where to note it, beside what else bars a request
   */
  Failures(Refusals refusals) {
    this.refusals = refusals;
  }

  /** The device could not make a connection, for no want of means; perhaps for the peer's sake. */
  void notOpened(FourTuple ends, long begun, long now) {
    if (openings.failed(ends.localAddress(), ends.remoteAddress(), begun, now)) {
      refusals.failing(ends.localAddress(), RdmaReasons.DEVICE_FAILED, begun, now);
    }
  }

  /** It has made one. */
  void opened(FourTuple ends) {
    openings.worked(ends.localAddress());
  }

  /** It could not register memory, for no want of means: there is no peer in that. */
  void notRegistered(FourTuple ends, long begun, long now) {
    refusals.failing(ends.localAddress(), RdmaReasons.DEVICE_FAILED, begun, now);
  }

  /** An end is bound, so its device does what it should. */
  void bound(FourTuple ends) {
    refusals.forgetFailing(ends.localAddress());
  }

  /**
   * Judges a pair that is bound by how it is now, once.
   *
   * @param broken whether it has broken
   * @param over whether it has ended in order
   */
  void judge(Pair pair, boolean broken, boolean over, long now) {
    if (!pair.isOnTrial()) {
      return;
    }
    FourTuple ends = pair.entry().ends();
    if (now - pair.boundAt() >= EARLY_NANOS || (over && !broken)) {
      pair.judged();
      earlyBreaks.worked(ends.localAddress());
    } else if (broken) {
      pair.judged();
      broke(pair, ends, now);
    }
  }

  private void broke(Pair pair, FourTuple ends, long now) {
    // The process may have died, and others of its host not; silence is its host's, or the way's.
    boolean hasGone = pair.transport().talk().hasGone();
    Reason reason = RdmaReasons.UNSTABLE;
    if (!hasGone
        && earlyBreaks.failed(ends.localAddress(), ends.remoteAddress(), pair.begun(), now)) {
      breaks.failing(ends.localAddress(), reason, pair.begun(), now);
    }
    if (!pair.isConnector()) {
      return; // the one that asks leaves the other alone
    }
    if (hasGone) {
      InetSocketAddress peer = new InetSocketAddress(ends.remoteAddress(), ends.remotePort());
      breaks.refused(peer, reason, pair.begun(), now);
    } else {
      breaks.unreachable(ends.remoteAddress(), reason, pair.begun(), now);
    }
  }

  /** Why nobody is to be asked from this end, nor accepted, or null. */
  Reason ofDevice(FourTuple ends, long now) {
    Reason failing = refusals.ofDevice(ends.localAddress(), now);
    return failing != null ? failing : breaks.ofDevice(ends.localAddress(), now);
  }

  /** Why this peer is not to be asked, or null. */
  Reason ofPeer(InetSocketAddress remote, long now) {
    return breaks.of(remote, now);
  }

  /** For tests. */
  Refusals breaks() {
    return breaks;
  }
}
