package jfs.rdma.cm;

import java.io.IOException;
import java.net.InetSocketAddress;
import jfs.core.config.Log;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.rdma.stream.SpillBudget;
import jfs.rdma.verbs.VerbsException;

/**
 * What speaks against a request for now: what this host lacks, devices that fail, and peers that
 * refuse or cannot be reached. For the reactor's thread only.
 */
final class Obstacles {

  private final Availability availability;
  private final SpillBudget spillBudget;
  private final PeerPauses pauses = new PeerPauses();
  private final RdmaFailures failures = new RdmaFailures(pauses);
  private boolean processEnds;

  Obstacles(Availability availability, SpillBudget spillBudget) {
    this.availability = availability;
    this.spillBudget = spillBudget;
  }

  /** Why an end is not to ask its peer, or null. */
  Reason toAsking(PairingEnd end, InetSocketAddress remote) {
    if (!end.isFree()) {
      return end.obstacle();
    }
    if (spillBudget.isTight()) {
      return Reason.NO_MEMORY; // the connections that exist may need the rest
    }
    long now = System.nanoTime();
    Reason reason = availability.refusalNow(end.ends().localAddress());
    reason = reason != null ? reason : pauses.of(remote, now);
    reason = reason != null ? reason : failures.ofDevice(end.ends(), now);
    return reason != null ? reason : failures.ofPeer(remote, now);
  }

  /** Why this host is not to accept its peer's request for an end, or null. */
  Reason toAccepting(FourTuple ends) {
    long now = System.nanoTime();
    Reason lack = spillBudget.isTight() ? Reason.NO_MEMORY : pauses.lack(now);
    return lack != null ? lack : failures.ofDevice(ends, now);
  }

  /** The process is ending: no connection leaves TCP any more. */
  void processEnds() {
    processEnds = true;
  }

  /** Whether the process is ending. */
  boolean isProcessEnding() {
    return processEnds;
  }

  /**
   * Notes that a connection could not be made, if the cause is a lack that affects any other
   * connection as well.
   */
  void lacking(Reason reason, long asked, IOException e) {
    Log.debug("no RDMA for now", e);
    if (VerbsException.isLack(e)) {
      pauses.lacking(reason, asked, System.nanoTime());
    }
  }

  /**
   * Notes that there is no route to a peer, or that the device has failed, and returns the reason,
   * which it tells the end.
   */
  Reason unreachable(RdmaEndpoint registered, long begun, boolean byDevice, String why) {
    long now = System.nanoTime();
    Reason reason = byDevice ? RdmaReasons.DEVICE_FAILED : RdmaReasons.NO_ROUTE;
    if (byDevice) {
      failures.notOpened(registered.ends(), begun, now);
    }
    unreachable(registered, reason, begun, now, why);
    return reason;
  }

  private void unreachable(
      RdmaEndpoint registered, Reason reason, long begun, long now, String why) {
    Log.debug("no RDMA to " + registered.ends().remoteAddress() + ": " + why);
    pauses.unreachable(registered.ends().remoteAddress(), reason, begun, now);
    registered.explain(reason);
  }

  /**
   * Notes that no answer has come to requests.
   *
   * @param answered whether the peer's host has ever answered one; if not, packets are lost on the
   *     route
   */
  void unanswered(RdmaEndpoint registered, boolean answered, long asked, long now) {
    if (answered) {
      pauses.refused(registered.remote(), RdmaReasons.NO_ROUTE, asked, now);
    } else {
      unreachable(registered, RdmaReasons.NO_ROUTE, asked, now, "no answer");
    }
  }

  /** Notes that a peer has refused, if this end is the one that asks. */
  void refused(RdmaPair pair, Reason reason) {
    if (pair.isConnector()) {
      pauses.refused(pair.registered().remote(), reason, pair.begun(), System.nanoTime());
    }
  }

  /** Notes that a request could not be accepted, and returns the reason. */
  Reason notAccepted(RdmaEndpoint registered, long begun, IOException e) {
    if (VerbsException.isOfDevice(e)) {
      Log.debug("no RDMA", e);
      failures.notOpened(registered.ends(), begun, System.nanoTime());
      return RdmaReasons.DEVICE_FAILED;
    }
    // Else it concerns this request alone, as where the client has gone: it may ask again.
    Reason reason = VerbsException.isLack(e) ? RdmaReasons.NO_QUEUE_PAIR : Reason.NO_PEER;
    lacking(reason, begun, e);
    return reason;
  }

  /** Notes that memory could not be registered, and returns the reason. */
  Reason notRegistered(RdmaPair pair, IOException e) {
    if (!VerbsException.isLack(e)) {
      Log.debug("no RDMA", e);
      failures.notRegistered(pair.registered().ends(), pair.begun(), System.nanoTime());
      return RdmaReasons.DEVICE_FAILED;
    }
    // Most likely the limit of locked memory, which other users in this process count against, too.
    lacking(RdmaReasons.NO_PINNED_MEMORY, pair.begun(), e);
    return RdmaReasons.NO_PINNED_MEMORY;
  }

  /** An end is committed, so its device works, and this host lacks nothing. */
  void committed(RdmaPair pair) {
    if (pair.isConnector()) {
      pauses.forget(pair.registered().remote());
    } else {
      pauses.forgetLack();
    }
    failures.committed(pair.registered().ends());
  }

  /** The devices and peers that fail again and again. */
  RdmaFailures failures() {
    return failures;
  }

  /** For tests. */
  PeerPauses pauses() {
    return pauses;
  }
}
