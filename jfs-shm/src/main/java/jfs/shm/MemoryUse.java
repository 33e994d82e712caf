package jfs.shm;

/**
 * What shared memory is wanted for. Whoever wants much, and can do without, leaves room for those
 * that want little; and all leave room for other programs.
 */
enum MemoryUse {
  /** A connection begins: it stays on TCP without. */
  PAIR(2),

  /** A ring grows, because its reader is slower than its sender. */
  RING(3),

  /** A sender goes on though its reader stands still: TCP can do that as well. */
  SPILL(4);

  private final int eighths;

  MemoryUse(int eighths) {
    this.eighths = eighths;
  }

  /** What a chunk of this size is for. */
  static MemoryUse ofChunk(int size) {
    if (size >= Outgoing.SPILL_CHUNK) {
      return SPILL;
    }
    return size > Outgoing.FIRST_CHUNK ? RING : PAIR;
  }

  /** How many bytes must stay free of so many in all. */
  long reserve(long total) {
    return total / 8 * eighths;
  }
}
