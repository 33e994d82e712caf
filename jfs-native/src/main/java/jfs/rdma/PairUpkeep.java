package jfs.rdma;

import java.io.IOException;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.Reason;

/**
 * What the reactor does for one pair: it takes the pair's events, polls its queue, asks for signs
 * of life, and ends it. What fails for one pair does not fail for others. The reactor's thread's.
 *
 * <p>A handler may find no memory left, for the program may have taken all of it, and memory will
 * be there again. So that nothing is lost meanwhile, a pair keeps in mind what was not done for it
 * ({@link Pair#owe}), and it is done later. What is done for a pair that is bound takes no memory
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

  /** Takes an event of a pair's. */
  void handle(Pair pair, Event event) {
    try {
      handle(event, pair);
    } catch (RuntimeException | Error e) {
      failed(pair, event.kind(), e);
    }
  }

  /** Whoever is left in the midst of something might never be told of anything again. */
  private void failed(Pair pair, Event.Kind what, Throwable error) {
    pair.owe(what);
    reactor.owes();
    if (LackOfMemory.isCauseOf(error)) {
      return; // there will be some, and nothing is lost
    }
    reactor.complain(error);
    try {
      giveUp(pair);
      pair.owesNothing();
    } catch (RuntimeException | Error e) {
      reactor.complain(e);
    }
  }

  /** Does what could not be done for a pair when it was time; false if there is no memory yet. */
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
    boolean bound = transport != null && transport.hasBound();
    switch (owed) {
      case DISCONNECTED -> disconnected(pair);
      case BROKEN, DEVICE_GONE -> broken(pair);
      default -> {
        if (bound) {
          told(pair);
        } else if (isBoundAfterAll(pair)) {
          look(pair, true);
        } else {
          reactor.pairing().drop(pair, RdmaReasons.NO_MANAGER);
        }
      }
    }
  }

  private void giveUp(Pair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || !transport.hasBound()) {
      reactor.pairing().drop(pair, RdmaReasons.NO_MANAGER);
      return;
    }
    synchronized (transport.talk().wire()) {
      transport.talk().wire().breakOff("an error of this process'");
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
    Conversation talk = pair.transport().talk();
    synchronized (talk.wire()) {
      talk.wire().disarmed();
    }
    look(pair, false);
  }

  /** Looks after a pair: what has come already, and what will. */
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
   * @param arm whether it is to tell of itself from now on; it is anyhow if a thread goes on
   *     sleeping
   */
  private void look(Pair pair, boolean arm) {
    RdmaTransport transport = pair.transport();
    if (transport == null) {
      return;
    }
    Conversation talk = transport.talk();
    Wire wire = talk.wire();
    boolean wasBound = transport.hasBound();
    boolean isArmed;
    boolean isOver;
    boolean hasBroken;
    synchronized (wire) {
      talk.advanceAll();
      if (arm || !transport.isBound() || talk.reader().isAsleep() || talk.writer().isAsleep()) {
        wire.arm();
        talk.advanceAll();
      }
      talk.spill();
      wire.wasPolled();
      isArmed = wire.isArmed() || wire.isBroken();
      isOver = talk.hasDrained();
      hasBroken = wire.isBroken() && talk.isReset();
    }
    if (!isArmed) {
      unarmed.add(pair);
    }
    if (!wasBound && transport.hasBound()) {
      reactor.pairing().bound(pair);
    }
    if (!transport.hasBound()) {
      reactor.pairing().looked(pair);
    } else {
      boolean ends = pair.isDraining() && isOver;
      reactor.pairing().failures().judge(pair, hasBroken, ends, System.nanoTime());
      if (ends) {
        reactor.remove(pair);
      }
    }
  }

  /** One that nobody polls any more is armed. */
  void sweep(Pair pair) {
    Conversation talk = pair.transport().talk();
    boolean done;
    boolean idle;
    synchronized (talk.wire()) {
      idle = !talk.wire().wasPolled();
      done = idle || talk.wire().isArmed() || talk.wire().isBroken();
    }
    if (done) {
      unarmed.remove(pair);
    }
    if (idle) {
      unarmed.soon();
      watch(pair);
    }
  }

  /** Every half second: asks for a sign of life, and gives up what took too long. */
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
      // In limbo, too: the connection manager's word of the peer's death may get lost.
      boolean wasSilent;
      synchronized (transport.talk().wire()) {
        wasSilent = transport.talk().tick(probing);
        if (probing && transport.hasBound() && !wasSilent) {
          wasSilent = transport.talk().watchTcp();
        }
      }
      if (wasSilent) {
        look(pair, true);
      }
    }
    boolean bound = transport != null && transport.hasBound();
    if ((bound && !pair.isDraining()) || now - pair.deadline() <= 0) {
      return;
    }
    if (bound) {
      reactor.remove(pair);
    } else if (!isBoundAfterAll(pair)) {
      reactor.pairing().late(pair);
    }
  }

  /**
   * Whether a pair that is over, or is to be given up, is bound; the peer may have done that, as is
   * found out only now. Who connected binds none that is over.
   */
  private static boolean isBoundAfterAll(Pair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || (pair.isConnector() && !transport.hasBound())) {
      return false;
    }
    Conversation talk = transport.talk();
    synchronized (talk.wire()) {
      talk.advanceAll();
      if (!transport.hasBound() && pair.isInstalled()) {
        // From here on nothing arrives, and what came after the last look is taken, or it would be
        // lost and the peer not know. An empty queue is not the end: the device may not be done.
        talk.peerGone();
      } else if (!transport.hasBound()) {
        talk.wire().disconnect(); // no HELLO binds it, so the device is not waited for
      }
    }
    return transport.hasBound();
  }

  /** The peer has ended it, or has died; what it sent before is there to be polled. */
  void disconnected(Pair pair) {
    if (!isBoundAfterAll(pair)) {
      reactor.pairing().drop(pair, Reason.NO_PEER);
      return;
    }
    Conversation talk = pair.transport().talk();
    synchronized (talk.wire()) {
      talk.peerGone();
      talk.wire().disconnect();
    }
    look(pair, false);
  }

  private void broken(Pair pair) {
    if (!isBoundAfterAll(pair)) {
      reactor.pairing().drop(pair, RdmaReasons.NO_DEVICE);
      return;
    }
    Wire wire = pair.transport().talk().wire();
    synchronized (wire) {
      wire.breakOff("the device says so");
      // At once: a device that is being taken away waits for it.
      wire.destroy();
    }
    look(pair, false);
  }

  /**
   * No pair will ever be looked after again: every thread that waits for one is told, those of
   * bound pairs first, which takes no memory. Throws if not all could be done; to be called again.
   */
  void breakAll(PairTable pairs) {
    for (Pair pair = pairs.first(); pair != null; pair = pair.next) {
      RdmaTransport transport = pair.transport();
      if (transport != null && transport.hasBound()) {
        synchronized (transport.talk().wire()) {
          transport.talk().wire().breakOff("the reactor has ended");
        }
      }
    }
    for (Pair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      broken(pair);
    }
  }
}
