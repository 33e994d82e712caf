package jfs.shm.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.ring.Chunk;
import jfs.core.ring.ChunkPool;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingLayout;
import jfs.core.runtime.Cleaning;
import jfs.core.transport.FirstUse;

/**
 * Memory that this JVM shares with a peer and allocates from: control blocks and chunks. It is a
 * large file with holes. Blocks get pages when they are needed, and give them back, where that is
 * possible, when much is free.
 *
 * <p>Once the link has ended, the memory is {@linkplain Mapping#letGo released} with its last
 * connection.
 */
public final class OwnArena implements ChunkPool {

  /** Address space, not memory. */
  public static final int SIZE = 1 << 30;

  /** Pages are allocated and drained in blocks of this size. */
  static final int BLOCK = 64 * 1024;

  /**
   * So much free memory keeps its pages, since connections come and go; none if the process has
   * taken much of its budget, which other links may want.
   */
  static final int KEPT = 1024 * 1024;

  static {
    // When the JVM first searches a handler, it loads the class that the handler catches, which
    // takes memory. So this happens once now, while there is some.
    try {
      throw new OutOfMemoryError();
    } catch (OutOfMemoryError e) {
      // Expected.
    }
  }

  private final Mapping mapping;
  private final ByteBuffer memory;
  private final ArenaPages pages;

  /** Guarded by the monitor, as are all fields below. */
  private final FreeSpace free;

  private final FreeSpace.Preference whereFilled = new WhereFilled();

  private int used;

  /** No more memory is allocated. */
  private boolean ended;

  private OwnArena(Mapping mapping, ArenaPages pages) {
    this.mapping = mapping;
    memory = mapping.memory();
    this.pages = pages;
    free = new FreeSpace(memory.capacity());
  }

  /** Makes an arena of {@link #SIZE} bytes, all of it holes; closes the file on failure. */
  public static OwnArena of(MemfdFile file) throws IOException {
    return of(file, SIZE, MemoryBudget.ofProcess());
  }

  /** The same in a file on a tmpfs. */
  public static OwnArena of(TmpfsFile file) throws IOException {
    return of(file, SIZE, MemoryBudget.ofProcess());
  }

  /**
   * Makes an arena of a file.
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

  /** Loads what a thread needs that lacks room or memory; the manager's thread calls this. */
  public static void useOnce() {
    FirstUse.of(ChunkSizes.class);
    FirstUse.of(MemoryAmount.class);
    FirstUse.of(Shortage.class);
  }

  /** Allocates the control block of a direction that has not begun; null if there is no memory. */
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

  /** Gives a control block back. */
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

  /**
   * Finds a place and allocates its pages; or -1. The place stays free until the caller has made
   * its objects and takes it.
   */
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

  /** Never fails: a caller that repeated it would free a place that another connection then has. */
  private void give(int offset, int size) {
    free.give(offset, size);
    used -= size;
    drain(offset);
  }

  /**
   * Drains the free range around a free place, until no more spare pages remain than may be kept.
   */
  private void drain(int offset) {
    int kept = ended || !pages.mayStay() ? 0 : KEPT;
    int spare = (pages.count() * BLOCK - used - kept) / BLOCK;
    try {
      pages.drain(roundUp(free.start(offset)), free.end(offset) / BLOCK, spare);
    } catch (OutOfMemoryError e) {
      // The pages stay and count, and are drained when a place beside them is given back.
    }
  }

  /** Stops allocating. Memory that is free, now or later, goes back to the kernel. */
  public synchronized void end() {
    ended = true;
    pages.end();
    for (int at = free.next(0); at >= 0; at = free.next(free.end(at))) {
      drain(at);
    }
  }

  /**
   * {@linkplain #end Ends} the arena, closes the file and releases the memory: no thread of this
   * JVM may be in it. A peer that still lives keeps what it uses. If the memory cannot be released,
   * it counts until it is collected.
   */
  public void close() {
    end();
    pages.close();
    if (mapping.letGo()) {
      pages.run();
    }
  }
}
