package jfs.shm.memory;

/**
 * The sizes of a ring's chunks, in bytes. A ring begins small, since most connections carry little.
 * It grows to a size that suits a processor's cache, and beyond that only for a reader that reads
 * nothing at all.
 */
public final class ChunkSizes {

  /** The first chunk of each direction. */
  public static final int FIRST = 4 * 1024;

  /** The least that a ring grows to; a smaller one is much slower than TCP. */
  public static final int LEAST = 32 * 1024;

  /** The most that a ring grows to while its reader reads. */
  public static final int BULK = 256 * 1024;

  /** What a sender goes on in while its reader reads nothing. */
  public static final int SPILL = 1024 * 1024;

  private ChunkSizes() {}
}
