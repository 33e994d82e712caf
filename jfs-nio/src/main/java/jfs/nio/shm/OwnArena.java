package jfs.nio.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import jfs.core.config.Log;
import jfs.core.ring.Chunk;
import jfs.core.ring.ChunkPool;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingLayout;

/**
 * Memory that this JVM shares with another one and gives out: control blocks and chunks. A large
 * file with holes, of which as much is filled in as was ever in use.
 *
 * <p>It is unmapped when nothing refers to it any more, and never before: a thread may be in it.
 */
final class OwnArena implements ChunkPool {

  /** Address space, not memory. */
  static final int SIZE = 1 << 30;

  /** How much is filled in at once. */
  private static final int STEP = 64 * 1024;

  /** Chunks of this size are for emergencies: their pages go back to the kernel. */
  private static final int DRAINED = 1024 * 1024;

  private final ArenaFile file;
  private final ByteBuffer memory;

  /** What was given back, by size. Guarded by the monitor, like all below. */
  private final Map<Integer, Deque<Integer>> free = new HashMap<>();

  private int used;
  private int filled;

  private boolean closed;

  private OwnArena(ArenaFile file, ByteBuffer memory) {
    this.file = file;
    this.memory = memory;
  }

  /** Takes a file of {@link #SIZE} bytes over, all of it holes; closes it if that fails. */
  static OwnArena of(ArenaFile file) throws IOException {
    try {
      return new OwnArena(file, file.map(SIZE));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** A control block of a direction that has not begun; null if there is no memory. */
  synchronized ControlBlock allocateControl() {
    int offset = take(RingLayout.CONTROL_SIZE);
    if (offset < 0) {
      return null;
    }
    ControlBlock control = new ControlBlock(memory, offset);
    control.clear();
    return control;
  }

  synchronized void free(ControlBlock control) {
    give(control.offset(), RingLayout.CONTROL_SIZE);
  }

  @Override
  public synchronized Chunk allocate(int size) {
    int offset = take(size);
    return offset < 0 ? null : new Chunk(memory, offset, size);
  }

  @Override
  public synchronized void free(Chunk chunk) {
    give(chunk.offset(), chunk.size());
  }

  private int take(int size) {
    Deque<Integer> given = free.get(size);
    if (given != null && !given.isEmpty()) {
      // The last one given back is the one most likely in a cache.
      int offset = given.peek();
      if (size >= DRAINED && !fill(offset, size)) {
        return -1;
      }
      given.pop();
      return offset;
    }
    int end = used + size;
    if (used > SIZE - size || (end > filled && !fillUpTo(end))) {
      return -1;
    }
    int offset = used;
    used = end;
    return offset;
  }

  private boolean fillUpTo(int end) {
    int target = Math.min(SIZE, (end + STEP - 1) / STEP * STEP);
    if (!fill(filled, target - filled)) {
      return false;
    }
    filled = target;
    return true;
  }

  private void give(int offset, int size) {
    if (size >= DRAINED) {
      file.drain(offset, size);
    }
    free.computeIfAbsent(size, any -> new ArrayDeque<>()).push(offset);
  }

  private boolean fill(int offset, int length) {
    if (closed) {
      return false;
    }
    try {
      file.fill(offset, length);
      return true;
    } catch (IOException e) {
      Log.info("no more shared memory: " + Log.describe(e));
      return false;
    }
  }

  /** Closes the file; the memory stays as long as it is used, but does not grow any more. */
  synchronized void close() {
    closed = true;
    try {
      file.close();
    } catch (IOException e) {
      Log.debug("arena not closed: " + Log.describe(e));
    }
  }
}
