package jfs.shm.memory;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import jfs.core.config.Log;
import jfs.core.runtime.Cleaning;

/**
 * A file's memory that can be unmapped while objects refer to it, as Java offers from 22 on: a
 * thread that comes too late gets an exception.
 */
final class ScopedMemory {

  private final ByteBuffer memory;
  private final Closing closing;
  private final Cleaner.Cleanable cleanable;

  /** Must not refer to the memory: it closes that once nothing refers to it. */
  private static final class Closing implements Runnable {
    private final MemoryScope scope;
    private volatile boolean done;

    Closing(MemoryScope scope) {
      this.scope = scope;
    }

    @Override
    public void run() {
      if (done) {
        return;
      }
      try {
        scope.close();
        done = true;
      } catch (RuntimeException e) {
        Log.debug("memory not unmapped", e);
      }
    }
  }

  private ScopedMemory(ByteBuffer memory, Closing closing) {
    this.memory = memory;
    this.closing = closing;
    cleanable = Cleaning.register(memory, closing);
  }

  /** Maps a file from its beginning; null if this Java cannot do so. */
  static ScopedMemory of(FileChannel file, long size) throws IOException {
    if (!FileMemory.HAS_ARENAS) {
      return null;
    }
    Closing closing = new Closing(ArenaScope.closed());
    ScopedMemory mapped = null;
    try {
      mapped = new ScopedMemory(closing.scope.map(file, size), closing);
    } finally {
      if (mapped == null) {
        closing.run();
      }
    }
    return mapped;
  }

  ByteBuffer memory() {
    return memory;
  }

  /** Unmaps the memory; false if that fails. Any thread may call, also again. */
  boolean close() {
    closing.run();
    if (closing.done) {
      cleanable.clean(); // only now: otherwise it is still closed when it is collected
    }
    return closing.done;
  }
}
