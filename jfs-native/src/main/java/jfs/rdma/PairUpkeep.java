package jfs.rdma;

import java.io.IOException;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.Reason;
import jfs.rdma.stream.LookResult;
import jfs.rdma.stream.RdmaConnection;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.Rehearsal;

/**
 * What the reactor does for one pair: it handles the pair's events, polls its queue, asks for signs
 * of life, and ends it. An error in one pair does not affect others. For the reactor's thread only.
 *
 * <p>A handler may find no memory, since the program may have taken all of it; later there will be
 * some. So that nothing is lost meanwhile, a pair notes the event that was not handled ({@link
 * Pair#owe}), and the reactor handles it later. What it does for a committed pair takes no memory
 * unless the pair ends.
 */
final class PairUpkeep {

  private final Reactor reactor;
  private final Unarmed unarmed;

  PairUpkeep(Reactor reactor, Unarmed unarmed) {
    this.reactor = reactor;
    this.unarmed = unarmed;
  }

  /** Runs the handlers once; {@link Rehearsal}. */
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
  void handle(Pair pair, Event event) {
    try {
      handle(event, pair);
    } catch (RuntimeException | Error e) {
      failed(pair, event.kind(), e);
    }
  }

  /** Notes the event, since a pair that was left half-way might never get another. */
  private void failed(Pair pair, Event.Kind what, Throwable error) {
    pair.owe(what);
    reactor.owes();
    if (LackOfMemory.isCauseOf(error)) {
      return; // there will be memory later, and nothing is lost
    }
    reactor.complain(error);
    try {
      giveUp(pair);
      pair.owesNothing();
    } catch (RuntimeException | Error e) {
      reactor.complain(e);
    }
  }

  /** Handles the event that a pair has noted; false if there is no memory yet. */
  boolean settle(Pair pair) {
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
      reactor.complain(e);
    }
    pair.owesNothing();
    return true;
  }

  private void settle(Pair pair, Event.Kind owed) {
    RdmaTransport transport = pair.transport();
    boolean committed = transport != null && transport.connection().hasCommitted();
    switch (owed) {
      case DISCONNECTED -> disconnected(pair);
      case BROKEN, DEVICE_GONE -> broken(pair);
      default -> {
        if (committed) {
          told(pair);
        } else if (isCommittedAfterAll(pair)) {
          look(pair, true);
        } else {
          reactor.pairing().drop(pair, RdmaReasons.NO_MANAGER);
        }
      }
    }
  }

  private void giveUp(Pair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || !transport.connection().hasCommitted()) {
      reactor.pairing().drop(pair, RdmaReasons.NO_MANAGER);
      return;
    }
    transport.connection().breakOff("an error of this process'");
    if (pair.isDraining()) {
      reactor.remove(pair);
    }
  }

  private void handle(Event event, Pair pair) {
    Pairing pairing = reactor.pairing();
    switch (event.kind()) {
      case ACCEPTED -> pairing.accepted(pair, event.data());
      case ESTABLISHED -> pairing.established(pair);
      case REFUSED -> pairing.refused(pair, event.data());
      case FAILED -> pairing.failed(pair, event.error());
      case DISCONNECTED -> disconnected(pair);
      case BROKEN, DEVICE_GONE -> broken(pair);
      case COMPLETIONS -> told(pair);
      default -> {}
    }
  }

  private void told(Pair pair) {
    if (pair.transport() == null) {
      return;
    }
    pair.transport().connection().disarmed();
    look(pair, false);
  }

  /** Polls a pair and arms its queue. */
  void watch(Pair pair) {
    try {
      look(pair, true);
    } catch (RuntimeException | Error e) {
      failed(pair, Event.Kind.COMPLETIONS, e);
    }
  }

  /**
   * Polls a pair's queue until nothing more is there.
   *
   * @param arm whether to arm the queue; it is armed anyhow if the pair is not committed or a
   *     thread of it still sleeps
   */
  private void look(Pair pair, boolean arm) {
    RdmaTransport transport = pair.transport();
    if (transport == null) {
      return;
    }
    RdmaConnection connection = transport.connection();
    int found = connection.look(arm);
    if (!LookResult.isArmed(found)) {
      unarmed.add(pair);
    }
    if (LookResult.follows(found)) {
      reactor.pairing().committed(pair);
    }
    if (!connection.hasCommitted()) {
      reactor.pairing().looked(pair);
    } else {
      boolean ends = pair.isDraining() && LookResult.hasDrained(found);
      reactor.pairing().failures().judge(pair, found, ends, System.nanoTime());
      if (ends) {
        reactor.remove(pair);
      }
    }
  }

  /** Arms a pair's queue if no thread polls it any more. */
  void sweep(Pair pair) {
    int found = pair.transport().connection().sweep();
    if (LookResult.isIdle(found) || LookResult.isArmed(found)) {
      unarmed.remove(pair);
    }
    if (LookResult.isIdle(found)) {
      unarmed.soon();
      watch(pair);
    }
  }

  /** Every half second: asks for a sign of life, and gives up a pair after its deadline. */
  void tick(Pair pair, long now, boolean probing) {
    try {
      tryTick(pair, now, probing);
    } catch (RuntimeException | Error e) {
      failed(pair, Event.Kind.COMPLETIONS, e);
    }
  }

  private void tryTick(Pair pair, long now, boolean probing) {
    RdmaTransport transport = pair.transport();
    if (transport != null) {
      // In limbo, too: the connection manager's event of the peer's death may get lost.
      boolean wasSilent = transport.connection().tick(probing);
      if (wasSilent) {
        look(pair, true);
      }
    }
    boolean committed = transport != null && transport.connection().hasCommitted();
    if ((committed && !pair.isDraining()) || now - pair.deadline() <= 0) {
      return;
    }
    if (committed) {
      reactor.remove(pair);
    } else if (!isCommittedAfterAll(pair)) {
      reactor.pairing().late(pair);
    }
  }

  private static boolean isCommittedAfterAll(Pair pair) {
    return pair.transport() != null && pair.transport().connection().isCommittedAfterAll();
  }

  /** The peer has ended the connection, or has died; what it sent before can still be polled. */
  void disconnected(Pair pair) {
    if (pair.transport() != null && pair.transport().connection().peerEnds()) {
      look(pair, false);
    } else {
      reactor.pairing().drop(pair, Reason.NO_PEER);
    }
  }

  private void broken(Pair pair) {
    if (pair.transport() != null && pair.transport().connection().deviceFails()) {
      look(pair, false);
    } else {
      reactor.pairing().drop(pair, RdmaReasons.NO_DEVICE);
    }
  }

  /**
   * The reactor ends: breaks all pairs, so that every thread that waits wakes up; first the
   * committed ones, which takes no memory. Throws if it could not finish; then it is to be called
   * again.
   */
  void breakAll(PairTable pairs) {
    for (Pair pair = pairs.first(); pair != null; pair = pair.next) {
      RdmaTransport transport = pair.transport();
      if (transport != null && transport.connection().hasCommitted()) {
        transport.connection().breakOff("the reactor has ended");
      }
    }
    for (Pair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      broken(pair);
    }
  }
}
