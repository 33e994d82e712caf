package jfs.rdma.verbs;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.config.Log;

/**
 * The rings' memory, within a budget for the process, since pinned memory is lost to all other
 * uses. A long ring allows more bytes under way, which bandwidth needs. So the first connections
 * get long rings, up to half of the budget, and later ones get short rings, so that there may be
 * very many. Any thread may call.
 */
public final class PinnedMemory {

  /** The sizes of rings in bytes. Beyond the longer one a stream of large writes got no faster. */
  static final int LONG_RING = 256 * 1024;

  static final int SHORT_RING = 64 * 1024;

  /**
   * An estimate of the queues' bytes where a send request holds inline bytes, as with mlx5, and a
   * completion takes a cache line of 128 bytes.
   */
  private static final int QUEUES =
      VerbsEndpoint.SEND_SLOTS * 384
          + VerbsEndpoint.RECEIVE_SLOTS * 64
          + (VerbsEndpoint.SEND_SLOTS + VerbsEndpoint.RECEIVE_SLOTS) * 128;

  /** A connection's share of the budget, with its two rings. */
  public static final class Share {

    /** The next in the list of unused shares: giving one back takes no memory. */
    Share next;

    private final int offset;
    private ByteBuffer receiving;
    private ByteBuffer sending;

    Share(int offset) {
      this.offset = offset;
    }

    /** Gives the share its memory. */
    void fill(ByteBuffer memory, int ring) {
      receiving = memory.slice(0, ring);
      sending = memory.slice(ring, ring);
    }

    /**
     * Clears the bytes that an earlier connection has received: a peer that lies about how much it
     * has written would make the program read them.
     */
    void clear() {
      for (int at = 0; at < receiving.capacity(); at += Long.BYTES) {
        receiving.putLong(at, 0); // a ring is a multiple of that
      }
    }

    /** The offset of both rings in {@link RingPages}. */
    int offset() {
      return offset;
    }

    /** Where the peer writes. */
    public ByteBuffer receiving() {
      return receiving;
    }

    /** Where this end stages what it sends. */
    public ByteBuffer sending() {
      return sending;
    }

    @Override
    public String toString() {
      return receiving.capacity() + " at " + offset;
    }
  }

  private final RingPages.Source source;
  private final long budget;
  private final RingPlaces longOnes;
  private final RingPlaces shortOnes;
  private final int size;
  private RingPages pages;
  private long reserved;

  /**
   * Uses no memory before there is a connection.
   *
   * @param budget in bytes, at most 1 GiB
   */
  public PinnedMemory(RingPages.Source source, long budget) {
    this.source = source;
    this.budget = budget;
    int longEnd = 2 * LONG_RING * Math.toIntExact(budget / 2 / pinnedWith(LONG_RING));
    longOnes = new RingPlaces(LONG_RING, 0);
    shortOnes = new RingPlaces(SHORT_RING, longEnd);
    size = longEnd + 2 * SHORT_RING * Math.toIntExact(budget / pinnedWith(SHORT_RING));
  }

  /**
   * How many bytes a connection pins: a ring to receive in, one to send from, its slots, and the
   * device's queues.
   */
  static int pinnedWith(int ring) {
    int slots = (VerbsEndpoint.RECEIVE_SLOTS + VerbsEndpoint.SEND_SLOTS) * 2 * MessageRoom.SIZE;
    return 2 * ring + slots + QUEUES;
  }

  /** Runs the handler of a lack of memory once; {@link Rehearsal}. */
  public static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // A rehearsal: nothing to do.
    }
  }

  /** A connection's share; null if the budget or the memory is used up. */
  public synchronized Share take() {
    int ring = reserved + pinnedWith(LONG_RING) <= budget / 2 ? LONG_RING : SHORT_RING;
    if (reserved + pinnedWith(ring) > budget) {
      return null;
    }
    try {
      if (pages == null) {
        pages = source.pages(size);
      }
      Share share = places(ring).take(pages);
      reserved += pinnedWith(ring);
      return share;
    } catch (IOException | OutOfMemoryError e) {
      Log.debug("no memory for RDMA", e);
      return null;
    }
  }

  private RingPlaces places(int ring) {
    return ring == LONG_RING ? longOnes : shortOnes;
  }

  /** Takes back a share of which nothing is pinned any more. */
  public synchronized void giveBack(Share share) {
    int ring = share.receiving().capacity();
    reserved -= pinnedWith(ring);
    places(ring).giveBack(share, pages);
  }
}
