package jfs.rdma.cm;

/**
 * The pairs of a process by their tokens. Finding, walking and removing take no memory, so that the
 * reactor can go on when the program has used up all memory; only {@link #add} may take some. The
 * pairs themselves hold the links: of a list of all, and of one for each bucket. For the reactor's
 * thread only.
 *
 * <p>A walk may remove the pair that it is at, if it has read the next one before.
 */
final class PairTable {

  private static final int FIRST_BUCKETS = 16;

  private RdmaPair[] buckets = new RdmaPair[FIRST_BUCKETS];
  private RdmaPair first;
  private int size;

  void add(RdmaPair pair) {
    if (size == buckets.length) {
      grow();
    }
    int bucket = bucket(pair.token());
    pair.nextInBucket = buckets[bucket];
    buckets[bucket] = pair;
    pair.next = first;
    pair.previous = null;
    if (first != null) {
      first.previous = pair;
    }
    first = pair;
    size++;
  }

  private void grow() {
    buckets = new RdmaPair[2 * buckets.length];
    for (RdmaPair pair = first; pair != null; pair = pair.next) {
      int bucket = bucket(pair.token());
      pair.nextInBucket = buckets[bucket];
      buckets[bucket] = pair;
    }
  }

  /** Tokens count up, so their low bits spread them evenly. */
  private int bucket(long token) {
    return (int) (token & (buckets.length - 1));
  }

  /** The pair with this token, or null. */
  RdmaPair get(long token) {
    RdmaPair pair = buckets[bucket(token)];
    while (pair != null && pair.token() != token) {
      pair = pair.nextInBucket;
    }
    return pair;
  }

  /** Returns whether it was there. */
  boolean remove(RdmaPair pair) {
    int bucket = bucket(pair.token());
    RdmaPair before = null;
    for (RdmaPair at = buckets[bucket]; at != pair; at = at.nextInBucket) {
      if (at == null) {
        return false;
      }
      before = at;
    }
    if (before == null) {
      buckets[bucket] = pair.nextInBucket;
    } else {
      before.nextInBucket = pair.nextInBucket;
    }
    if (pair.previous == null) {
      first = pair.next;
    } else {
      pair.previous.next = pair.next;
    }
    if (pair.next != null) {
      pair.next.previous = pair.previous;
    }
    // The endpoint registry or a cleaner may refer to the pair for longer. It must not keep its
    // former neighbours in the table reachable: their transports hold sockets.
    pair.next = null;
    pair.previous = null;
    pair.nextInBucket = null;
    size--;
    return true;
  }

  /** The first pair of a walk over all by {@link RdmaPair#next}; null if there are none. */
  RdmaPair first() {
    return first;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }
}
