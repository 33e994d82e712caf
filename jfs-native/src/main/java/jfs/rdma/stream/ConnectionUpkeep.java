package jfs.rdma.stream;

import jfs.core.tcp.Flags;
import jfs.core.transport.TransportFailure;
import jfs.rdma.verbs.QueuePair;

/**
 * What the reactor's thread does for a connection: polls for threads that sleep or are elsewhere,
 * notices a peer that is gone, and ends the connection. Guarded by the lock of {@link
 * RdmaConnection}.
 */
final class ConnectionUpkeep {

  private final RdmaConnectionState state;
  private final QueuePair queuePair;
  private final PeerState peer;
  private final Commitment commitment;
  private final TcpWatch tcp;

  ConnectionUpkeep(RdmaConnectionState state) {
    this.state = state;
    queuePair = state.queuePair();
    peer = state.peer();
    commitment = state.commitment();
    tcp = state.tcp();
  }

  /** As {@link RdmaConnection#look}. */
  int look(boolean arm) {
    state.advanceAll();
    if (arm
        || !commitment.isCommitted()
        || state.reader().isAsleep()
        || state.writer().isAsleep()) {
      queuePair.arm();
      state.advanceAll();
    }
    state.spill();
    queuePair.wasPolled();
    return (isArmed() ? LookResult.ARMED : 0)
        | (state.hasDrained() ? LookResult.DRAINED : 0)
        | (queuePair.isBroken() && peer.isReset() ? LookResult.RESET : 0)
        | (state.hasGone() ? LookResult.GONE : 0)
        | LookResult.broken(queuePair.cause())
        | (commitment.takeFollows() ? LookResult.FOLLOWS : 0);
  }

  /** As {@link RdmaConnection#sweep}. */
  int sweep() {
    return (queuePair.wasPolled() ? 0 : LookResult.IDLE) | (isArmed() ? LookResult.ARMED : 0);
  }

  private boolean isArmed() {
    return queuePair.isArmed() || queuePair.isBroken();
  }

  /** As {@link RdmaConnection#tick}. */
  boolean tick(boolean idle) {
    if (state.inflow().isStuck()) {
      state.spill(); // no event says that there is memory again
    }
    state.reader().tellAgain();
    state.writer().tellAgain();
    queuePair.tick(idle);
    tcp.tick(state.writer().isWaiting());
    if (!queuePair.isSilent()) {
      return queuePair.isBroken();
    }
    state.advanceAll(); // a sign of life may have come while no thread had time to poll
    if (queuePair.isSilent()) {
      queuePair.breakOff(TransportFailure.SILENT, "no sign of life");
    }
    return true;
  }

  /**
   * Checks TCP where bytes go by RDMA, since no thread would notice TCP's end. To be called every
   * second.
   *
   * @return whether this has broken the queue pair
   */
  boolean watchTcp() {
    if (queuePair.isBroken()
        || !(state.controlSender().hasSwitched() || peer.switchedAt() >= 0)
        || !tcp.look()) {
      return false;
    }
    state.advanceAll(); // as with a silent peer
    boolean ended = // TCP ended in order, too
        peer.hasFinished() && state.controlSender().hasFlags(Flags.FINISHED);
    if (peer.hasClosed() || ended || queuePair.isBroken()) {
      return false; // the peer has said how it ended, or the queue pair is broken anyway
    }
    String words = tcp.takeWords();
    if (words != null) {
      state.ending().tcpFailed(words);
    }
    queuePair.breakOff(
        TransportFailure.PEER_LOST, "TCP has ended, and the peer says nothing of it");
    return true;
  }

  /** As {@link RdmaConnection#isCommittedAfterAll}. */
  boolean isCommittedAfterAll() {
    if (commitment.isDecider() && !commitment.hasCommitted()) {
      return false;
    }
    state.advanceAll();
    if (!commitment.hasCommitted() && commitment.isInstalled()) {
      // From here on nothing arrives, and this takes what came after the last poll: it would be
      // lost without the peer's knowledge. An empty queue is not enough: the device may not be
      // done.
      state.peerGone();
    } else if (!commitment.hasCommitted()) {
      queuePair.disconnect(); // no HELLO can commit it: no wait for the device
    }
    return commitment.hasCommitted();
  }

  /** As {@link RdmaConnection#peerEnds}. */
  boolean peerEnds() {
    boolean committed = isCommittedAfterAll();
    if (committed) {
      state.peerGone();
      queuePair.disconnect();
    }
    return committed;
  }

  /** As {@link RdmaConnection#deviceFails}. */
  boolean deviceFails() {
    boolean committed = isCommittedAfterAll();
    if (committed) {
      queuePair.breakOff(TransportFailure.DEVICE_FAILED, "the device says so");
      // At once: a device that is being removed waits for it.
      queuePair.destroy();
    }
    return committed;
  }

  /** As {@link RdmaConnection#destroy}. */
  void destroy() {
    state.destroy();
  }
}
