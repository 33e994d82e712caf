package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Where the rings of one size lie, two to a share. Some that were used before keep their memory,
 * for the next to be had at once. For one thread at a time.
 */
final class RingPlaces {

  /** The most that is kept, in bytes. */
  private static final int MOST_KEPT = 8 << 20;

  private final int ring;
  private final Queue<PinnedMemory.Share> kept = new ArrayDeque<>();
  private final Queue<Integer> drained = new ArrayDeque<>();

  /** Beyond it nothing was ever used. */
  private int fresh;

  /** Of rings of this size, from this offset on. */
  RingPlaces(int ring, int begin) {
    this.ring = ring;
    fresh = begin;
  }

  /**
   * A share that has its memory.
   *
   * @throws IOException if there is none
   */
  PinnedMemory.Share take(RingPages pages) throws IOException {
    PinnedMemory.Share share = kept.poll();
    if (share != null) {
      return share;
    }
    Integer again = drained.peek();
    int offset = again == null ? fresh : again;
    ByteBuffer memory = pages.fill(offset, 2 * ring);
    if (again == null) {
      fresh += 2 * ring;
    } else {
      drained.remove();
    }
    return new PinnedMemory.Share(offset, memory.slice(0, ring), memory.slice(ring, ring));
  }

  void giveBack(PinnedMemory.Share share, RingPages pages) {
    if (kept.size() < MOST_KEPT / (2 * ring)) {
      kept.add(share);
    } else {
      pages.drain(share.offset(), 2 * ring);
      drained.add(share.offset());
    }
  }
}
