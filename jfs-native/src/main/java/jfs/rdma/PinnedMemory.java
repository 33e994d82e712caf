package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import jfs.core.config.Log;

/**
 * The rings' memory: so much of it may be pinned by one process, since what is pinned no one else
 * can use. A long ring lets more be under way, which is what bandwidth takes; so the first
 * connections get such, up to half of the budget, and those beyond it short ones, so that there may
 * be very many. Rings that were used before are used again, for the pages are there already. Any
 * thread may call.
 */
final class PinnedMemory {

  /** The sizes of rings. Beyond the longer one a stream of large writes got no faster. */
  static final int LONG_RING = 256 * 1024;

  static final int SHORT_RING = 64 * 1024;

  /** The most that is kept of rings of a size for later, in bytes. */
  private static final int MOST_KEPT = 8 << 20;

  /** A reservation of a connection's share, with its two rings. */
  static final class Share {
    private final ByteBuffer receiving;
    private final ByteBuffer sending;

    private Share(ByteBuffer memory) {
      int ring = memory.capacity() / 2;
      receiving = memory.slice(0, ring);
      sending = memory.slice(ring, ring);
    }

    ByteBuffer receiving() {
      return receiving;
    }

    ByteBuffer sending() {
      return sending;
    }
  }

  /** Where memory comes from. */
  interface Pages {

    /**
     * Whole pages, which are the caller's until nothing refers to them any more.
     *
     * @throws IOException if there are none
     */
    ByteBuffer of(int bytes) throws IOException;
  }

  private final Pages pages;
  private final long budget;
  private final Queue<Share> longOnes = new ArrayDeque<>();
  private final Queue<Share> shortOnes = new ArrayDeque<>();
  private long reserved;

  PinnedMemory(Pages pages, long budget) {
    this.pages = pages;
    this.budget = budget;
  }

  /** What a connection pins: a ring to receive in, one to send from, and its slots. */
  static int pinnedWith(int ring) {
    return 2 * ring + (Endpoint.RECEIVE_SLOTS + Endpoint.SEND_SLOTS) * 2 * Message.SIZE;
  }

  /** A connection's share; null if the budget or the memory is used up. */
  synchronized Share take() {
    int ring = reserved + pinnedWith(LONG_RING) <= budget / 2 ? LONG_RING : SHORT_RING;
    if (reserved + pinnedWith(ring) > budget) {
      return null;
    }
    Share share = unused(ring).poll();
    if (share == null) {
      try {
        share = new Share(pages.of(2 * ring));
      } catch (IOException | OutOfMemoryError e) {
        Log.debug("no memory for RDMA: " + Log.describe(e));
        return null;
      }
    }
    reserved += pinnedWith(ring);
    return share;
  }

  private Queue<Share> unused(int ring) {
    return ring == LONG_RING ? longOnes : shortOnes;
  }

  /** Takes a share back that nothing is pinned of any more. */
  synchronized void giveBack(Share share) {
    int ring = share.receiving.capacity();
    reserved -= pinnedWith(ring);
    if (unused(ring).size() < MOST_KEPT / pinnedWith(ring)) {
      unused(ring).add(share);
    }
  }
}
