package jfs.shm.memory;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import jfs.core.config.Log;
import jfs.core.runtime.Cleaning;

/**
 * A file's memory that can be unmapped while objects refer to it, as Java offers from 22 on: a
 * thread that comes too late gets an exception. Uses reflection, since JFS also runs on Java 17.
 */
final class ScopedMemory {

  private static final int FIRST_RELEASE = 22;

  /**
   * Methods of java.lang.foreign.Arena, FileChannel and MemorySegment; null if this Java lacks
   * them.
   */
  private static final Methods METHODS = find();

  private final ByteBuffer memory;
  private final Closing closing;
  private final Cleaner.Cleanable cleanable;

  private record Methods(Method newArena, Method map, Method asByteBuffer, Method close) {}

  /** Must not refer to the memory: it closes that once nothing refers to it. */
  private static final class Closing implements Runnable {
    private final Object arena;
    private volatile boolean done;

    Closing(Object arena) {
      this.arena = arena;
    }

    @Override
    public void run() {
      if (done) {
        return;
      }
      try {
        call(METHODS.close(), arena);
        done = true;
      } catch (IOException | RuntimeException e) {
        Log.debug("memory not unmapped: " + Log.describe(e));
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
    if (METHODS == null) {
      return null;
    }
    Closing closing = new Closing(call(METHODS.newArena(), null));
    ScopedMemory mapped = null;
    try {
      Object segment =
          call(METHODS.map(), file, FileChannel.MapMode.READ_WRITE, 0L, size, closing.arena);
      mapped = new ScopedMemory((ByteBuffer) call(METHODS.asByteBuffer(), segment), closing);
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

  private static Methods find() {
    if (Runtime.version().feature() < FIRST_RELEASE) {
      return null;
    }
    try {
      Class<?> arena = Class.forName("java.lang.foreign.Arena");
      Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
      Class<?>[] mapping = {FileChannel.MapMode.class, long.class, long.class, arena};
      return new Methods(
          arena.getMethod("ofShared"),
          FileChannel.class.getMethod("map", mapping),
          segment.getMethod("asByteBuffer"),
          arena.getMethod("close"));
    } catch (ReflectiveOperationException e) {
      Log.debug("no memory that can be unmapped: " + Log.describe(e));
      return null;
    }
  }

  private static Object call(Method method, Object target, Object... arguments) throws IOException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException failure) {
        throw failure;
      }
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      if (cause instanceof Error failure) {
        throw failure;
      }
      throw new IOException(cause);
    } catch (IllegalAccessException e) {
      throw new IOException(e);
    }
  }
}
