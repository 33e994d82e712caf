package jfs.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.ring.Chunk;
import jfs.core.ring.ChunkPool;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingLayout;
import jfs.core.runtime.Cleaning;

/**
 * Memory that this JVM shares with another one and gives out: control blocks and chunks. A large
 * file with holes, which are filled in block by block when they are needed, and made again, where
 * that can be done, when much is free.
 *
 * <p>It is {@linkplain Mapping#letGo let go of} with its last connection, once the link has ended.
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

  private final Mapping mapping;
  private final ByteBuffer memory;
  private final ArenaPages pages;

  /** Guarded by the monitor, like all below. */
  private final FreeSpace free;

  private final FreeSpace.Preference whereFilled = new WhereFilled();

  private int used;

  /** Nothing more is given out. */
  private boolean ended;

  private OwnArena(Mapping mapping, ArenaPages pages) {
    this.mapping = mapping;
    memory = mapping.memory();
    this.pages = pages;
    free = new FreeSpace(memory.capacity());
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
      ArenaPages pages = new ArenaPages(file, size / BLOCK, budget);
      OwnArena arena = new OwnArena(file.map(size), pages);
      Cleaning.register(arena.memory, pages);
      return arena;
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
    int offset = ended ? -1 : free.find(size, whereFilled);
    return offset < 0 || !pages.fill(offset / BLOCK, roundUp(offset + size), use) ? -1 : offset;
  }

  private void take(int offset, int size) {
    free.take(offset, size);
    used += size;
  }

  private final class WhereFilled implements FreeSpace.Preference {
    @Override
    public boolean holds(int offset, int size) {
      return pages.has(offset / BLOCK, roundUp(offset + size));
    }
  }

  private static int roundUp(int position) {
    return (position + BLOCK - 1) / BLOCK;
  }

  /** Never fails: who gives a place back twice would ruin another connection. */
  private void give(int offset, int size) {
    free.give(offset, size);
    used -= size;
    drain(offset);
  }

  /** Drains the free range that holds a free place, until no more is filled in than is kept. */
  private void drain(int offset) {
    int spare = (pages.count() * BLOCK - used - (ended ? 0 : KEPT)) / BLOCK;
    try {
      pages.drain(roundUp(free.start(offset)), free.end(offset) / BLOCK, spare);
    } catch (OutOfMemoryError e) {
      // The pages stay, are counted, and are drained when something is given back beside them.
    }
  }

  /**
   * Nothing more is given out. What is free goes back to the kernel, and so does what becomes so.
   */
  synchronized void end() {
    ended = true;
    pages.end();
    for (int at = free.next(0); at >= 0; at = free.next(free.end(at))) {
      drain(at);
    }
  }

  /**
   * Closes the file, after the {@linkplain #end end}, and lets go of the memory: no thread of this
   * JVM may be in it. What the peer uses, should it live, stays as long as it does. If the memory
   * can't be let go of, it is counted until it is collected.
   */
  void close() {
    end();
    pages.close();
    if (mapping.letGo()) {
      pages.run();
    }
  }
}
