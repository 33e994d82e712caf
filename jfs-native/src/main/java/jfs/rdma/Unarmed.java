package jfs.rdma;

import java.util.concurrent.TimeUnit;

/**
 * The pairs whose queues do not tell of themselves, because threads of the application's poll them:
 * looked after every few milliseconds, less often the longer they do. The reactor's thread's own.
 * As {@link PairTable}, it takes no memory.
 */
final class Unarmed {

  static final int SHORTEST_MILLIS = 2;
  private static final int LONGEST_MILLIS = 32;

  private Pair first;
  private int millis = SHORTEST_MILLIS;
  private long sweptAt = System.nanoTime();

  void add(Pair pair) {
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

  void remove(Pair pair) {
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

  /** How long until they are looked after, in milliseconds, at most. */
  int millis() {
    return millis;
  }

  /** One of them needs it: soon again. */
  void soon() {
    millis = SHORTEST_MILLIS;
  }

  /** Where a walk over all begins, by {@link Pair#nextUnarmed}, if it is time; else null. */
  Pair due(long now) {
    if (now - sweptAt < TimeUnit.MILLISECONDS.toNanos(millis)) {
      return null;
    }
    sweptAt = now;
    millis = Math.min(2 * millis, LONGEST_MILLIS);
    return first;
  }
}
