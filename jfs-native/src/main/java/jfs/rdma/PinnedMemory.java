package jfs.rdma;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

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

  private static final int PAGE = 4096;

  /** The most that is kept of rings of a size for later, in bytes. */
  private static final int MOST_KEPT = 8 << 20;

  /** A reservation of a connection's share, with its two rings. */
  static final class Share {
    private final ByteBuffer receiving;
    private final ByteBuffer sending;

    private Share(int ring) {
      receiving = pages(ring);
      sending = pages(ring);
    }

    private static ByteBuffer pages(int size) {
      return ByteBuffer.allocateDirect(size + PAGE).alignedSlice(PAGE).slice(0, size);
    }

    ByteBuffer receiving() {
      return receiving;
    }

    ByteBuffer sending() {
      return sending;
    }
  }

  private final long budget;
  private final Queue<Share> longOnes = new ArrayDeque<>();
  private final Queue<Share> shortOnes = new ArrayDeque<>();
  private long reserved;

  PinnedMemory(long budget) {
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
        share = new Share(ring);
      } catch (OutOfMemoryError e) {
        return null; // of direct memory, of which the JVM allows only so much
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
