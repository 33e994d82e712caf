package jfs.rdma;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The pairs whose queues do not tell of themselves, because threads of the application's poll them:
 * looked after every few milliseconds, less often the longer they do. The reactor's thread's own.
 */
final class Unarmed {

  static final int SHORTEST_MILLIS = 2;
  private static final int LONGEST_MILLIS = 32;

  private final Set<Pair> pairs = new HashSet<>();
  private int millis = SHORTEST_MILLIS;
  private long sweptAt = System.nanoTime();

  void add(Pair pair) {
    if (pairs.isEmpty()) {
      millis = SHORTEST_MILLIS;
      sweptAt = System.nanoTime();
    }
    pairs.add(pair);
  }

  void remove(Pair pair) {
    pairs.remove(pair);
  }

  boolean isEmpty() {
    return pairs.isEmpty();
  }

  /** How long until they are looked after, in milliseconds, at most. */
  int millis() {
    return millis;
  }

  /** One of them needs it: soon again. */
  void soon() {
    millis = SHORTEST_MILLIS;
  }

  /** All of them, if it is time; else none. */
  List<Pair> due(long now) {
    if (now - sweptAt < TimeUnit.MILLISECONDS.toNanos(millis)) {
      return List.of();
    }
    sweptAt = now;
    millis = Math.min(2 * millis, LONGEST_MILLIS);
    return List.copyOf(pairs);
  }
}
