package jfs.shm.memory;

import jfs.core.ring.Chunk;
import jfs.core.ring.ControlBlock;

/**
 * The memory that a pair's own sending direction begins with, in this side's arena.
 *
 * @param arena from which the ring takes further chunks
 */
public record OwnMemory(OwnArena arena, ControlBlock control, Chunk first) {

  /** Allocates it; null if there is no memory. What was allocated does not get lost on failure. */
  public static OwnMemory allocate(OwnArena arena) {
    ControlBlock control = arena.allocateControl();
    if (control == null) {
      return null;
    }
    Chunk first = null;
    OwnMemory allocated = null;
    try {
      first = arena.allocate(ChunkSizes.FIRST);
      allocated = first == null ? null : new OwnMemory(arena, control, first);
    } finally {
      if (allocated == null) {
        if (first != null) {
          arena.free(first);
        }
        arena.free(control);
      }
    }
    return allocated;
  }

  /** Gives it back. No ring has begun in it. */
  public void free() {
    arena.free(first);
    freeControl();
  }

  /** Gives the control block back. The ring that began in this memory has given back its chunks. */
  public void freeControl() {
    arena.free(control);
  }
}
