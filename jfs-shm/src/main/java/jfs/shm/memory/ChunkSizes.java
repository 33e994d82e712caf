package jfs.shm.memory;

import jfs.core.ring.RingLayout;

/**
 * The sizes of a ring's chunks, in bytes. A ring begins small, since most connections carry little.
 * It grows to twice its longest message; if that fills up, too, to a size that suits one
 * connection's processor; and beyond that only for a reader that reads nothing at all.
 *
 * <p>A program that waits for the peer's answer to each message never fills a ring of two. A larger
 * one would do harm: the sender's bytes go round and round in it, so it takes as much of the
 * processor's cache as it has bytes, and with some connections that is more than there is. Measured
 * with Netty, 100 connections and messages of 64 KiB: 20,000 round trips a second in place of
 * 17,000 with 256 KiB each. A ring of one message gains no more, and a single connection loses an
 * eighth by it.
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

  private static final int TIMES = 8;

  private ChunkSizes() {}

  /**
   * What a ring that is full grows to.
   *
   * @param size of its chunk; less than {@link #BULK}
   * @param message how many bytes the write that found it full has in all
   */
  public static int larger(int size, long message) {
    if (message + RingLayout.CHUNK_HEADER <= size) {
      return Math.min(BULK, size * TIMES);
    }
    long needed = 2 * message + RingLayout.CHUNK_HEADER;
    if (needed > BULK / 4 * 3) {
      return BULK; // rather than soon once more
    }
    long units = (needed + RingLayout.CHUNK_UNIT - 1) / RingLayout.CHUNK_UNIT;
    return (int) Math.max(LEAST, units * RingLayout.CHUNK_UNIT);
  }
}
