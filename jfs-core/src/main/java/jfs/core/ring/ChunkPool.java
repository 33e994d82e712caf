package jfs.core.ring;

/** Where a sender gets its chunks from. Thread-safe. */
public interface ChunkPool {

  /**
   * A chunk whose pages exist: touching it can't fail for want of memory.
   *
   * @param size with its header, in bytes; a multiple of {@link RingLayout#CHUNK_UNIT}
   * @return null if there is no memory
   */
  Chunk allocate(int size);

  /** Takes a chunk back that neither end will touch again. */
  void free(Chunk chunk);
}
