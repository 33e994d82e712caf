package jfs.rdma.verbs;

/** What the tests of other packages need to know of this one's internals. */
public final class VerbsInternals {

  /** The size of a long ring in bytes. */
  public static final int LONG_RING = PinnedMemory.LONG_RING;

  /** What a connection with short rings pins, in bytes. */
  public static final int PINNED_WITH_SHORT_RINGS =
      PinnedMemory.pinnedWith(PinnedMemory.SHORT_RING);

  /** After so many ticks without a sign of life a peer counts as dead. */
  public static final int MOST_SILENT_TICKS = QueuePair.MOST_SILENT_TICKS;

  private VerbsInternals() {}

  /** The memory for rings that the native library's verbs give. */
  public static RingPages.Source ringMemory() {
    return RingMemory::ofSize;
  }
}
