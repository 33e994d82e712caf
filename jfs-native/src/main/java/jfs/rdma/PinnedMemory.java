package jfs.rdma;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The rings' memory: so much of it may be pinned by one process, since what is pinned no one else
 * can use. Rings that were used before are used again, for the pages are there already. Any thread
 * may call.
 */
final class PinnedMemory {

  /** The size of each ring. */
  static final int RING = 64 * 1024;

  /** What a connection pins: a ring to receive in, one to send from, and its slots. */
  static final int PER_CONNECTION =
      2 * RING + (Endpoint.RECEIVE_SLOTS + Endpoint.SEND_SLOTS) * 2 * Message.SIZE;

  /** The most that is pinned at once, in bytes. */
  static final long BUDGET = 256L << 20;

  private static final int PAGE = 4096;

  private static final int MOST_KEPT = 64;

  /** A reservation of a connection's share, with its two rings. */
  static final class Share {
    private final ByteBuffer receiving;
    private final ByteBuffer sending;

    private Share(ByteBuffer receiving, ByteBuffer sending) {
      this.receiving = receiving;
      this.sending = sending;
    }

    ByteBuffer receiving() {
      return receiving;
    }

    ByteBuffer sending() {
      return sending;
    }
  }

  private final long budget;
  private final Queue<Share> unused = new ArrayDeque<>();
  private long reserved;

  PinnedMemory(long budget) {
    this.budget = budget;
  }

  /** A connection's share; null if the budget or the memory is used up. */
  synchronized Share take() {
    if (reserved + PER_CONNECTION > budget) {
      return null;
    }
    Share share = unused.poll();
    if (share == null) {
      try {
        share = new Share(pages(), pages());
      } catch (OutOfMemoryError e) {
        return null; // of direct memory, of which the JVM allows only so much
      }
    }
    reserved += PER_CONNECTION;
    return share;
  }

  private static ByteBuffer pages() {
    return ByteBuffer.allocateDirect(RING + PAGE).alignedSlice(PAGE).slice(0, RING);
  }

  /** Takes a share back that nothing is pinned of any more. */
  synchronized void giveBack(Share share) {
    reserved -= PER_CONNECTION;
    if (unused.size() < MOST_KEPT) {
      unused.add(share);
    }
  }
}
