package jfs.rdma.cm;

import java.io.IOException;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.Reason;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.Rehearsal;

/**
 * What the reactor does for one pair: handles the pair's events, asks for signs of life, and ends
 * it. What it does for a committed pair takes no memory unless the pair ends. For the reactor's
 * thread only.
 */
final class PairUpkeep {

  private final Pairs pairs;
  private final PairConnector connector;
  private final PairCommit commit;
  private final PairAbort abort;
  private final PairWatch watch;
  private final PairErrors errors;
  private final Complaints complaints;

  PairUpkeep(
      Pairs pairs,
      PairConnector connector,
      PairCommit commit,
      PairAbort abort,
      PairWatch watch,
      PairErrors errors,
      Complaints complaints) {
    this.pairs = pairs;
    this.connector = connector;
    this.commit = commit;
    this.abort = abort;
    this.watch = watch;
    this.errors = errors;
    this.complaints = complaints;
  }

  /** Runs its handler once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | RuntimeException | Error e) {
      if (!LackOfMemory.isCauseOf(e)) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Handles an event of a pair. */
  void handle(RdmaPair pair, Event event) {
    try {
      handle(event, pair);
    } catch (RuntimeException | Error e) {
      errors.failed(pair, event.kind(), e);
    }
  }

  private void handle(Event event, RdmaPair pair) {
    switch (event.kind()) {
      case ACCEPTED -> {
        connector.answered(pair);
        if (commit.accepted(pair, event)) {
          watch.watch(pair);
        }
      }
      case ESTABLISHED -> {
        if (commit.established(pair)) {
          watch.watch(pair);
        }
      }
      case REFUSED -> connector.refused(pair, event.data());
      case FAILED -> connector.failed(pair, event.error());
      case DISCONNECTED -> disconnected(pair);
      case BROKEN, DEVICE_GONE -> broken(pair);
      case COMPLETIONS -> watch.told(pair);
      default -> {}
    }
  }

  /** Handles the event that a pair has noted; false if there is no memory yet. */
  boolean settle(RdmaPair pair) {
    Event.Kind owed = pair.owed();
    if (owed == null) {
      return true;
    }
    try {
      settle(pair, owed);
    } catch (RuntimeException | Error e) {
      if (LackOfMemory.isCauseOf(e)) {
        return false;
      }
      complaints.about(e);
    }
    pair.owesNothing();
    return true;
  }

  private void settle(RdmaPair pair, Event.Kind owed) {
    switch (owed) {
      case DISCONNECTED -> disconnected(pair);
      case BROKEN, DEVICE_GONE -> broken(pair);
      default -> {
        if (hasCommitted(pair)) {
          watch.told(pair);
        } else if (isCommittedAfterAll(pair)) {
          watch.look(pair, true);
        } else {
          abort.drop(pair, RdmaReasons.NO_MANAGER);
        }
      }
    }
  }

  private static boolean hasCommitted(RdmaPair pair) {
    RdmaTransport transport = pair.transport();
    return transport != null && transport.connection().hasCommitted();
  }

  private static boolean isCommittedAfterAll(RdmaPair pair) {
    RdmaTransport transport = pair.transport();
    return transport != null && transport.connection().isCommittedAfterAll();
  }

  /** Every half second: asks for a sign of life, and gives up a pair after its deadline. */
  void tick(RdmaPair pair, long now, boolean probing) {
    try {
      tryTick(pair, now, probing);
    } catch (RuntimeException | Error e) {
      errors.failed(pair, Event.Kind.COMPLETIONS, e);
    }
  }

  private void tryTick(RdmaPair pair, long now, boolean probing) {
    // In limbo, too: the connection manager's event of the peer's death may get lost.
    if (pair.transport() != null && pair.transport().connection().tick(probing)) {
      watch.look(pair, true);
    }
    boolean committed = hasCommitted(pair);
    if ((committed && !pair.isDraining()) || now - pair.deadline() <= 0) {
      return;
    }
    if (committed) {
      pairs.remove(pair);
    } else if (!isCommittedAfterAll(pair)) {
      connector.late(pair);
    }
  }

  /** The peer has ended the connection, or has died; what it sent before can still be polled. */
  void disconnected(RdmaPair pair) {
    if (pair.transport() != null && pair.transport().connection().peerEnds()) {
      watch.look(pair, false);
    } else {
      abort.drop(pair, Reason.NO_PEER);
    }
  }

  /** The device has failed, or is of no use to it any more. */
  void broken(RdmaPair pair) {
    if (pair.transport() != null && pair.transport().connection().deviceFails()) {
      watch.look(pair, false);
    } else {
      abort.drop(pair, RdmaReasons.NO_DEVICE);
    }
  }
}
