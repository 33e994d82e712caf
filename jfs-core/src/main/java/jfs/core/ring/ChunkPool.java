package jfs.core.ring;

/** Where a sender gets its chunks from. Thread-safe. */
public interface ChunkPool {

  /**
   * A chunk with its pages allocated: touching it can't fail for lack of memory.
   *
   * @param size with its header, in bytes; a multiple of {@link RingLayout#CHUNK_UNIT}
   * @return null if there is no memory
   */
  Chunk allocate(int size);

  /** Takes back a chunk that neither end touches again. */
  void free(Chunk chunk);
}
