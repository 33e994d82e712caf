package jfs.rdma.cm;

import java.util.concurrent.TimeUnit;
import jfs.rdma.stream.RdmaTransport;

/**
 * What the reactor does for all pairs, turn by turn or when it is time. For the reactor's thread
 * only.
 *
 * <p>A walk reads the next pair before it does something for one, which may remove that one.
 */
final class PairRounds {

  /** How often pairs are asked for signs of life. */
  static final int TICK_MILLIS = 500;

  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Pairs pairs;
  private final PairUpkeep upkeep;
  private final PairWatch watch;

  private long tickedAt = System.nanoTime();
  private boolean probing;

  PairRounds(Pairs pairs, PairUpkeep upkeep, PairWatch watch) {
    this.pairs = pairs;
    this.upkeep = upkeep;
    this.watch = watch;
  }

  /** Handles the events that pairs have noted, as far as there is memory. */
  void settle() {
    if (!pairs.isOwing()) {
      return;
    }
    pairs.owesNothing();
    for (RdmaPair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      if (!upkeep.settle(pair)) {
        pairs.owe();
      }
    }
  }

  /** Lets those drain that the program has left. */
  void drainReleased() {
    Released released = pairs.released();
    for (RdmaPair pair = released.first(); pair != null; pair = released.first()) {
      if (pairs.get(pair.token()) == pair) {
        pair.deadline(System.nanoTime() + DRAIN_NANOS);
        pair.drain();
        watch.watch(pair);
      }
      released.remove();
    }
  }

  /** Checks those whose queues are unarmed, if it is time. */
  void sweep(long now) {
    for (RdmaPair pair = pairs.unarmed().due(now), next; pair != null; pair = next) {
      next = pair.nextUnarmed;
      watch.sweep(pair);
    }
  }

  /** Asks for signs of life, if it is time. */
  void tick(long now) {
    if (now - tickedAt < TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
      return;
    }
    tickedAt = now;
    probing = !probing;
    for (RdmaPair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      upkeep.tick(pair, now, probing);
    }
  }

  /**
   * The reactor ends: breaks all pairs, so that every thread that waits wakes up; first the
   * committed ones, which takes no memory. Throws if it could not finish; then it is to be called
   * again.
   */
  void breakAll() {
    for (RdmaPair pair = pairs.first(); pair != null; pair = pair.next) {
      RdmaTransport transport = pair.transport();
      if (transport != null && transport.connection().hasCommitted()) {
        transport.connection().breakOff("the reactor has ended");
      }
    }
    for (RdmaPair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      upkeep.broken(pair);
    }
  }
}
