package jfs.nio.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
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

  private static final byte[] ZEROS = new byte[STEP];

  private final RandomAccessFile file;
  private final ByteBuffer memory;

  /** What was given back, by size. Guarded by the monitor, like all below. */
  private final Map<Integer, Deque<Integer>> free = new HashMap<>();

  private int used;
  private int filled;

  private OwnArena(RandomAccessFile file, ByteBuffer memory) {
    this.file = file;
    this.memory = memory;
  }

  /** Makes the file, which must not exist. */
  static OwnArena create(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      file.setLength(SIZE);
      ByteBuffer memory =
          file.getChannel()
              .map(FileChannel.MapMode.READ_WRITE, 0, SIZE)
              .order(ByteOrder.nativeOrder());
      return new OwnArena(file, memory);
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
      return given.pop();
    }
    if (used > SIZE - size || !fill(used + size)) {
      return -1;
    }
    int offset = used;
    used += size;
    return offset;
  }

  private void give(int offset, int size) {
    free.computeIfAbsent(size, any -> new ArrayDeque<>()).push(offset);
  }

  /**
   * Has the kernel find pages up to an offset: a write fails where there are none, the first touch
   * of a mapped page would kill the JVM. Not through the channel, which an interrupt would close.
   */
  private boolean fill(int end) {
    try {
      while (filled < end) {
        file.seek(filled);
        file.write(ZEROS);
        filled += STEP;
      }
      return true;
    } catch (IOException e) {
      Log.info("no more shared memory: " + Log.describe(e));
      return false;
    }
  }

  /** Closes the file; the memory stays as long as it is used, but does not grow any more. */
  synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      Log.debug("arena not closed: " + Log.describe(e));
    }
  }
}
