package jfs.core.ring;

import java.nio.ByteBuffer;

/**
 * A piece of shared memory that carries a part of a stream; the bytes go round and round in it.
 *
 * @param memory the memory that holds it: a direct buffer of native byte order; absolute access
 *     only
 * @param offset where it begins, with its header
 * @param size in bytes, header included
 */
public record Chunk(ByteBuffer memory, int offset, int size) {

  private static final long NONE = -1;
  private static final int SIZE_SHIFT = 40;
  private static final long OFFSET_MASK = (1L << SIZE_SHIFT) - 1;

  /** How many bytes it can hold. */
  int capacity() {
    return size - RingLayout.CHUNK_HEADER;
  }

  int data() {
    return offset + RingLayout.CHUNK_HEADER;
  }

  /** The chunk's descriptor for the peer: its offset, and its size in units from bit 40 on. */
  public long descriptor() {
    return (long) (size / RingLayout.CHUNK_UNIT) << SIZE_SHIFT | offset;
  }

  /**
   * The chunk that a peer's descriptor names, in the peer's memory as it is mapped here.
   *
   * @return null if the descriptor is invalid, or if not all of the chunk is in the memory
   */
  public static Chunk of(ByteBuffer memory, long descriptor) {
    return isIn(memory, descriptor)
        ? new Chunk(memory, offsetOf(descriptor), sizeOf(descriptor))
        : null;
  }

  /** Whether a descriptor is valid and all of its chunk is in the memory. */
  static boolean isIn(ByteBuffer memory, long descriptor) {
    long offset = descriptor & OFFSET_MASK;
    long units = descriptor >>> SIZE_SHIFT;
    long size = units * RingLayout.CHUNK_UNIT;
    return units >= 1
        && size <= RingLayout.MAX_CHUNK
        && offset % Long.BYTES == 0
        && offset + size <= memory.capacity();
  }

  /** The offset in a descriptor that {@link #isIn} accepts. */
  static int offsetOf(long descriptor) {
    return (int) (descriptor & OFFSET_MASK);
  }

  static int sizeOf(long descriptor) {
    return (int) (descriptor >>> SIZE_SHIFT) * RingLayout.CHUNK_UNIT;
  }

  /** Resets the header, before the peer learns of the chunk. */
  void clear() {
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_END, NONE);
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_NEXT, NONE);
  }

  /** Says that the stream goes on in another chunk from this position on. */
  void leave(long position, Chunk next) {
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_NEXT, next.descriptor());
    RingLayout.setRelease(memory, offset + RingLayout.CHUNK_END, position);
  }

  /** The position at which the stream leaves the chunk at an offset; negative until it does. */
  static long end(ByteBuffer memory, int offset) {
    return RingLayout.getAcquire(memory, offset + RingLayout.CHUNK_END);
  }

  /** The descriptor of the chunk after the one at an offset. */
  static long next(ByteBuffer memory, int offset) {
    return RingLayout.getAcquire(memory, offset + RingLayout.CHUNK_NEXT);
  }
}
