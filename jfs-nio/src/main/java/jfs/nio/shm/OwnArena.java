package jfs.nio.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import jfs.core.config.Log;
import jfs.core.ring.Chunk;
import jfs.core.ring.ChunkPool;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingLayout;

/**
 * Memory that this JVM shares with another one and gives out: control blocks and chunks. A large
 * file with holes, which are filled in block by block when they are needed, and made again, where
 * that can be done, when much is free.
 *
 * <p>It is unmapped when nothing refers to it any more, and never before: a thread may be in it.
 */
final class OwnArena implements ChunkPool {

  /** Address space, not memory. */
  static final int SIZE = 1 << 30;

  /** What is filled in, and drained, as a whole. */
  static final int BLOCK = 64 * 1024;

  /** As much stays filled in though it is free, for connections come and go. */
  static final int KEPT = 1024 * 1024;

  static {
    // The first time that a handler is looked for, the JVM loads the class that it catches, which
    // takes memory: so once while there is some.
    try {
      throw new OutOfMemoryError();
    } catch (OutOfMemoryError e) {
      // As wanted.
    }
  }

  private final ArenaFile file;
  private final ByteBuffer memory;
  private final MemoryBudget budget;

  /** Guarded by the monitor, like all below. */
  private final FreeSpace free;

  /** The blocks that have their pages. As large as it can become from the start. */
  private final BitSet filled;

  private final FreeSpace.Preference whereFilled = new WhereFilled();

  private int used;

  private boolean closed;

  private OwnArena(ArenaFile file, ByteBuffer memory, MemoryBudget budget) {
    this.file = file;
    this.memory = memory;
    this.budget = budget;
    free = new FreeSpace(memory.capacity());
    filled = new BitSet(memory.capacity() / BLOCK);
  }

  /** Takes a file of {@link #SIZE} bytes over, all of it holes; closes it if that fails. */
  static OwnArena of(ArenaFile file) throws IOException {
    return of(file, SIZE, MemoryBudget.ofProcess());
  }

  /**
   * Takes a file over.
   *
   * @param size of the file, a multiple of {@link #BLOCK}
   */
  static OwnArena of(ArenaFile file, int size, MemoryBudget budget) throws IOException {
    try {
      return new OwnArena(file, file.map(size), budget);
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  /** A control block of a direction that has not begun; null if there is no memory. */
  synchronized ControlBlock allocateControl() {
    int offset = find(RingLayout.CONTROL_SIZE, MemoryUse.PAIR);
    if (offset < 0) {
      return null;
    }
    ControlBlock control = new ControlBlock(memory, offset);
    take(offset, RingLayout.CONTROL_SIZE);
    control.clear();
    return control;
  }

  synchronized void free(ControlBlock control) {
    give(control.offset(), RingLayout.CONTROL_SIZE);
  }

  @Override
  public synchronized Chunk allocate(int size) {
    int offset = find(size, MemoryUse.ofChunk(size));
    if (offset < 0) {
      return null;
    }
    Chunk chunk = new Chunk(memory, offset, size);
    take(offset, size);
    return chunk;
  }

  @Override
  public synchronized void free(Chunk chunk) {
    give(chunk.offset(), chunk.size());
  }

  /** A place that has its pages, and stays free until all is made that it is taken for; or -1. */
  private int find(int size, MemoryUse use) {
    int offset = free.find(size, whereFilled);
    return offset < 0 || !fill(offset, offset + size, use) ? -1 : offset;
  }

  private void take(int offset, int size) {
    free.take(offset, size);
    used += size;
  }

  private final class WhereFilled implements FreeSpace.Preference {
    @Override
    public boolean holds(int offset, int size) {
      return filled.nextClearBit(offset / BLOCK) >= roundUp(offset + size);
    }
  }

  private static int roundUp(int position) {
    return (position + BLOCK - 1) / BLOCK;
  }

  /** Fills in the blocks from a position to another that are not yet; false if that can't be. */
  private boolean fill(int from, int to, MemoryUse use) {
    int end = roundUp(to);
    int hole = filled.nextClearBit(from / BLOCK);
    while (hole < end) {
      int next = filled.nextSetBit(hole);
      int holeEnd = next < 0 ? end : Math.min(next, end);
      if (!fillHole(hole, holeEnd, use)) {
        return false;
      }
      hole = filled.nextClearBit(holeEnd);
    }
    return true;
  }

  private boolean fillHole(int block, int end, MemoryUse use) {
    int bytes = (end - block) * BLOCK;
    if (closed) {
      return false;
    }
    if (!budget.take(bytes, use)) {
      Shortage.ofBudget(budget);
      return false;
    }
    boolean done = false;
    try {
      if (file.hasRoomFor(bytes, use)) {
        file.fill((long) block * BLOCK, bytes);
        filled.set(block, end);
        done = true;
        return true;
      }
      Shortage.of(file);
    } catch (IOException e) {
      Log.info("no more shared memory: " + Log.describe(e));
      Shortage.of(file);
    } finally {
      if (!done) {
        budget.give(bytes);
      }
    }
    return false;
  }

  /** Never fails: who gives a place back twice would ruin another connection. */
  private void give(int offset, int size) {
    free.give(offset, size);
    used -= size;
    if (!closed) {
      try {
        drain(roundUp(free.start(offset)), free.end(offset) / BLOCK);
      } catch (OutOfMemoryError e) {
        // The pages stay, are counted, and are drained when something is given back beside them.
      }
    }
  }

  /** Drains blocks, the highest first, until no more than is to be kept is filled and free. */
  private void drain(int first, int end) {
    int last = filled.previousSetBit(end - 1);
    while (last >= first) {
      int spare = (filled.cardinality() * BLOCK - used - KEPT) / BLOCK;
      int from = Math.max(Math.max(first, filled.previousClearBit(last) + 1), last + 1 - spare);
      if (spare <= 0 || !file.drain((long) from * BLOCK, (last + 1 - from) * BLOCK)) {
        return;
      }
      filled.clear(from, last + 1);
      budget.give((long) (last + 1 - from) * BLOCK);
      last = filled.previousSetBit(from - 1);
    }
  }

  /** Closes the file; the memory stays as long as it is used, but does not grow any more. */
  synchronized void close() {
    if (!closed) {
      closed = true;
      budget.give((long) filled.cardinality() * BLOCK);
    }
    try {
      file.close();
    } catch (IOException e) {
      Log.debug("arena not closed: " + Log.describe(e));
    }
  }
}
