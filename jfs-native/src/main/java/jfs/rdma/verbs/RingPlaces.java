package jfs.rdma.verbs;

import java.io.IOException;

/**
 * The places of rings of one size, two to a share. Some shares keep their memory after use, so that
 * the next connection gets it at once. For one thread at a time.
 */
final class RingPlaces {

  /** The most memory that unused shares keep, in bytes. */
  private static final int MOST_KEPT = 8 << 20;

  private final int ring;

  /**
   * Linked lists of unused shares: those that have their memory, uncleared, and how many; and those
   * without.
   */
  private PinnedMemory.Share kept;

  private int keptCount;
  private PinnedMemory.Share drained;

  /** From this offset on nothing was ever used. */
  private int fresh;

  /** Of rings of this size, beginning at this offset. */
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
      share.clear(); // where its memory could not be given back, it still has what it had
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
        // A native method takes heap at its first call. The share keeps its memory then.
      }
    }
  }
}
