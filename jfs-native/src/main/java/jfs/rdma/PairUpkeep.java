package jfs.rdma;

import java.io.IOException;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.Reason;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.QueuePair;
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
    boolean committed = transport != null && transport.hasCommitted();
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
    if (transport == null || !transport.hasCommitted()) {
      reactor.pairing().drop(pair, RdmaReasons.NO_MANAGER);
      return;
    }
    synchronized (transport.connection().queuePair()) {
      transport.connection().queuePair().breakOff("an error of this process'");
    }
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
    RdmaConnection connection = pair.transport().connection();
    synchronized (connection.queuePair()) {
      connection.queuePair().disarmed();
    }
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
    QueuePair queuePair = connection.queuePair();
    boolean wasCommitted = transport.hasCommitted();
    boolean isArmed;
    boolean isOver;
    boolean hasBroken;
    synchronized (queuePair) {
      connection.advanceAll();
      if (arm
          || !transport.isCommitted()
          || connection.reader().isAsleep()
          || connection.writer().isAsleep()) {
        queuePair.arm();
        connection.advanceAll();
      }
      connection.spill();
      queuePair.wasPolled();
      isArmed = queuePair.isArmed() || queuePair.isBroken();
      isOver = connection.hasDrained();
      hasBroken = queuePair.isBroken() && connection.isReset();
    }
    if (!isArmed) {
      unarmed.add(pair);
    }
    if (!wasCommitted && transport.hasCommitted()) {
      reactor.pairing().committed(pair);
    }
    if (!transport.hasCommitted()) {
      reactor.pairing().looked(pair);
    } else {
      boolean ends = pair.isDraining() && isOver;
      reactor.pairing().failures().judge(pair, hasBroken, ends, System.nanoTime());
      if (ends) {
        reactor.remove(pair);
      }
    }
  }

  /** Arms a pair's queue if no thread polls it any more. */
  void sweep(Pair pair) {
    RdmaConnection connection = pair.transport().connection();
    boolean done;
    boolean idle;
    synchronized (connection.queuePair()) {
      idle = !connection.queuePair().wasPolled();
      done = idle || connection.queuePair().isArmed() || connection.queuePair().isBroken();
    }
    if (done) {
      unarmed.remove(pair);
    }
    if (idle) {
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
      boolean wasSilent;
      synchronized (transport.connection().queuePair()) {
        wasSilent = transport.connection().tick(probing);
        if (probing && transport.hasCommitted() && !wasSilent) {
          wasSilent = transport.connection().watchTcp();
        }
      }
      if (wasSilent) {
        look(pair, true);
      }
    }
    boolean committed = transport != null && transport.hasCommitted();
    if ((committed && !pair.isDraining()) || now - pair.deadline() <= 0) {
      return;
    }
    if (committed) {
      reactor.remove(pair);
    } else if (!isCommittedAfterAll(pair)) {
      reactor.pairing().late(pair);
    }
  }

  /**
   * Whether a pair that is over, or is to be given up, is committed: the peer may have committed
   * it, and its HELLO is found only now. A client commits no pair that is over.
   */
  private static boolean isCommittedAfterAll(Pair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || (pair.isConnector() && !transport.hasCommitted())) {
      return false;
    }
    RdmaConnection connection = transport.connection();
    synchronized (connection.queuePair()) {
      connection.advanceAll();
      if (!transport.hasCommitted() && pair.isInstalled()) {
        // From here on nothing arrives, and this takes what came after the last poll: it would be
        // lost without the peer's knowledge. An empty queue is not enough: the device may not be
        // done.
        connection.peerGone();
      } else if (!transport.hasCommitted()) {
        connection.queuePair().disconnect(); // no HELLO can commit it: no wait for the device
      }
    }
    return transport.hasCommitted();
  }

  /** The peer has ended the connection, or has died; what it sent before can still be polled. */
  void disconnected(Pair pair) {
    if (!isCommittedAfterAll(pair)) {
      reactor.pairing().drop(pair, Reason.NO_PEER);
      return;
    }
    RdmaConnection connection = pair.transport().connection();
    synchronized (connection.queuePair()) {
      connection.peerGone();
      connection.queuePair().disconnect();
    }
    look(pair, false);
  }

  private void broken(Pair pair) {
    if (!isCommittedAfterAll(pair)) {
      reactor.pairing().drop(pair, RdmaReasons.NO_DEVICE);
      return;
    }
    QueuePair queuePair = pair.transport().connection().queuePair();
    synchronized (queuePair) {
      queuePair.breakOff("the device says so");
      // At once: a device that is being removed waits for it.
      queuePair.destroy();
    }
    look(pair, false);
  }

  /**
   * The reactor ends: breaks all pairs, so that every thread that waits wakes up; first the
   * committed ones, which takes no memory. Throws if it could not finish; then it is to be called
   * again.
   */
  void breakAll(PairTable pairs) {
    for (Pair pair = pairs.first(); pair != null; pair = pair.next) {
      RdmaTransport transport = pair.transport();
      if (transport != null && transport.hasCommitted()) {
        synchronized (transport.connection().queuePair()) {
          transport.connection().queuePair().breakOff("the reactor has ended");
        }
      }
    }
    for (Pair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      broken(pair);
    }
  }
}
