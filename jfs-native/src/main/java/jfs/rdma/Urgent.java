package jfs.rdma;

/**
 * Urgent bytes that stay in the stream, and have their places in it, before they are moved out of
 * the way. Each has come in a receive slot, which the peer is not told of before the byte has left
 * this: so the peer waits rather than that there be too many. Not thread-safe.
 */
final class Urgent {

  /** Slots of a batch may have been told of before it was looked into. */
  private static final int MOST = 2 * Endpoint.RECEIVE_SLOTS;

  private final long[] places = new long[MOST];
  private final byte[] values = new byte[MOST];
  private int first;
  private int count;

  /** Adds one that comes behind so many bytes of the ring. */
  void add(long place, byte value) throws ProtocolException {
    if (count == MOST || (count > 0 && place < places[(first + count - 1) % MOST])) {
      throw new ProtocolException("urgent data at " + place + " after " + count + " others");
    }
    places[(first + count) % MOST] = place;
    values[(first + count) % MOST] = value;
    count++;
  }

  int count() {
    return count;
  }

  /** The place of the first one; there is one. */
  long place() {
    return places[first];
  }

  /** The first one; there is one. */
  byte first() {
    return values[first];
  }

  /** Takes the first one; there is one. */
  byte take() {
    byte value = values[first];
    first = (first + 1) % MOST;
    count--;
    return value;
  }
}
