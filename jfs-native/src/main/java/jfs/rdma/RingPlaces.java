package jfs.rdma;

import java.io.IOException;

/**
 * Where the rings of one size lie, two to a share. Some that were used before keep their memory,
 * for the next to be had at once. For one thread at a time.
 */
final class RingPlaces {

  /** The most that is kept, in bytes. */
  private static final int MOST_KEPT = 8 << 20;

  private final int ring;

  /** Those that have their memory, uncleared, as many as are counted, and those without; linked. */
  private PinnedMemory.Share kept;

  private int keptCount;
  private PinnedMemory.Share drained;

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
    PinnedMemory.Share share = kept;
    if (share != null) {
      kept = share.next;
      keptCount--;
      share.clear();
      return share;
    }
    PinnedMemory.Share again = drained;
    share = again == null ? new PinnedMemory.Share(fresh) : again;
    share.fill(pages.fill(share.offset(), 2 * ring), ring);
    if (again == null) {
      fresh += 2 * ring;
    } else {
      drained = again.next;
    }
    return share;
  }

  void giveBack(PinnedMemory.Share share, RingPages pages) {
    if (keptCount < MOST_KEPT / (2 * ring)) {
      share.next = kept;
      kept = share;
      keptCount++;
    } else {
      share.next = drained;
      drained = share;
      try {
        pages.drain(share.offset(), 2 * ring);
      } catch (OutOfMemoryError e) {
        // A native method that is called for the first time takes heap. It keeps its memory.
      }
    }
  }
}
