package jfs.rdma.cm;

import java.util.concurrent.TimeUnit;

/**
 * The pairs with unarmed queues, which threads of the application poll. The reactor checks them
 * every few milliseconds, less often the longer they are polled. For its thread only. Like {@link
 * PairTable}, this takes no memory.
 */
final class Unarmed {

  static final int SHORTEST_MILLIS = 2;
  private static final int LONGEST_MILLIS = 32;

  private RdmaPair first;
  private int millis = SHORTEST_MILLIS;
  private long sweptAt = System.nanoTime();

  void add(RdmaPair pair) {
    if (first == null) {
      millis = SHORTEST_MILLIS;
      sweptAt = System.nanoTime();
    }
    if (!pair.isUnarmed) {
      pair.isUnarmed = true;
      pair.nextUnarmed = first;
      pair.previousUnarmed = null;
      if (first != null) {
        first.previousUnarmed = pair;
      }
      first = pair;
    }
  }

  void remove(RdmaPair pair) {
    if (!pair.isUnarmed) {
      return;
    }
    pair.isUnarmed = false;
    if (pair.previousUnarmed == null) {
      first = pair.nextUnarmed;
    } else {
      pair.previousUnarmed.nextUnarmed = pair.nextUnarmed;
    }
    if (pair.nextUnarmed != null) {
      pair.nextUnarmed.previousUnarmed = pair.previousUnarmed;
    }
    pair.nextUnarmed = null;
    pair.previousUnarmed = null;
  }

  boolean isEmpty() {
    return first == null;
  }

  /** In how many milliseconds they are checked next, at most. */
  int millis() {
    return millis;
  }

  /** One of them was not polled: check again soon. */
  void soon() {
    millis = SHORTEST_MILLIS;
  }

  /**
   * The first pair of a walk over all by {@link RdmaPair#nextUnarmed}, if it is time; else null.
   */
  RdmaPair due(long now) {
    if (now - sweptAt < TimeUnit.MILLISECONDS.toNanos(millis)) {
      return null;
    }
    sweptAt = now;
    millis = Math.min(2 * millis, LONGEST_MILLIS);
    return first;
  }
}
