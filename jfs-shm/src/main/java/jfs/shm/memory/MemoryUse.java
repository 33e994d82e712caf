package jfs.shm.memory;

/**
 * What shared memory is used for. Uses that want much and can do without leave room for those that
 * want little; and all leave room for other programs.
 */
enum MemoryUse {
  /** A pair begins; without memory its connection stays on TCP. */
  PAIR(2),

  /** A ring grows, because its reader is slower than its sender. */
  RING(3),

  /** A sender goes on although its reader stands still, as TCP would let it. */
  SPILL(4);

  private final int eighths;

  MemoryUse(int eighths) {
    this.eighths = eighths;
  }

  /** The use of a chunk of this size. */
  static MemoryUse ofChunk(int size) {
    if (size >= ChunkSizes.SPILL) {
      return SPILL;
    }
    return size > ChunkSizes.FIRST ? RING : PAIR;
  }

  /** How many of so many bytes in all must stay free. */
  long reserve(long total) {
    return total / 8 * eighths;
  }
}
