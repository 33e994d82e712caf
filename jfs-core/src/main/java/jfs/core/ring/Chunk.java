package jfs.core.ring;

import java.nio.ByteBuffer;

/**
 * A piece of shared memory through which a part of a stream passes, round and round.
 *
 * @param memory where it lies, a direct buffer of native byte order; absolute access only
 * @param offset where it begins, with its header
 * @param size in bytes, header included
 */
public record Chunk(ByteBuffer memory, int offset, int size) {

  private static final long NONE = -1;
  private static final int SIZE_SHIFT = 40;

  /** How many bytes it can hold. */
  int capacity() {
    return size - RingLayout.CHUNK_HEADER;
  }

  int data() {
    return offset + RingLayout.CHUNK_HEADER;
  }

  /** The chunk as the peer is told of it: its offset, and its size in units from bit 40 on. */
  public long descriptor() {
    return (long) (size / RingLayout.CHUNK_UNIT) << SIZE_SHIFT | offset;
  }

  /**
   * The chunk that a peer's descriptor tells of, in the peer's memory as it is mapped here.
   *
   * @return null if no part of it, or not all of it, is in the memory
   */
  public static Chunk of(ByteBuffer memory, long descriptor) {
    long offset = descriptor & ((1L << SIZE_SHIFT) - 1);
    long units = descriptor >>> SIZE_SHIFT;
    long size = units * RingLayout.CHUNK_UNIT;
    if (units < 1
        || size > RingLayout.MAX_CHUNK
        || offset % Long.BYTES != 0
        || offset + size > memory.capacity()) {
      return null;
    }
    return new Chunk(memory, (int) offset, (int) size);
  }

  /** Makes it fresh, before the peer is told of it. */
  void clear() {
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_END, NONE);
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_NEXT, NONE);
  }

  /** The stream goes on in another chunk from this position on. */
  void leave(long position, Chunk next) {
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_NEXT, next.descriptor());
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_END, position);
  }

  /** Where the stream leaves this chunk, negative while it does not. */
  long end() {
    return RingLayout.getAcquire(memory, offset + RingLayout.CHUNK_END);
  }

  long next() {
    return RingLayout.getAcquire(memory, offset + RingLayout.CHUNK_NEXT);
  }
}
