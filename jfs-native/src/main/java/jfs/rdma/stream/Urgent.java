package jfs.rdma.stream;

import jfs.rdma.verbs.ProtocolException;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * Urgent bytes that stay in the stream, with their places in it, until they are moved out of the
 * way. Each came in a receive slot that the peer does not get back before the byte has left this
 * queue: so the peer waits before there are too many. Not thread-safe.
 */
final class Urgent {

  /** The slots of a batch may have been given back before the batch was handled. */
  private static final int MOST = 2 * VerbsEndpoint.RECEIVE_SLOTS;

  private final long[] places = new long[MOST];
  private final byte[] values = new byte[MOST];
  private int first;
  private int count;

  /** Adds one, behind so many bytes of the ring. */
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

  /** The place of the first one, which must exist. */
  long place() {
    return places[first];
  }

  /** The first one, which must exist. */
  byte first() {
    return values[first];
  }

  /** Takes the first one, which must exist. */
  byte take() {
    byte value = values[first];
    first = (first + 1) % MOST;
    count--;
    return value;
  }
}
