package jfs.contract.channel;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;

/**
 * An arena of {@code java.lang.foreign}, whose direct buffers are gone once it is closed. Used by
 * reflection, since JDKs before 22 have none.
 */
public final class ProgramArena {

  private final Object arena;

  /** Makes one; on a JDK that has none, the case ends here. */
  public ProgramArena() throws ReflectiveOperationException {
    this("ofShared");
  }

  private ProgramArena(String kind) throws ReflectiveOperationException {
    assumeTrue(Runtime.version().feature() >= 22, "this JDK has no arenas");
    arena = arenas().getMethod(kind).invoke(null);
  }

  private static Class<?> arenas() throws ClassNotFoundException {
    return Class.forName("java.lang.foreign.Arena");
  }

  /** A direct buffer of so many bytes, in memory of the arena. */
  public ByteBuffer buffer(int size) throws ReflectiveOperationException {
    Object segment = arenas().getMethod("allocate", long.class).invoke(arena, (long) size);
    Method asBuffer = Class.forName("java.lang.foreign.MemorySegment").getMethod("asByteBuffer");
    return (ByteBuffer) asBuffer.invoke(segment);
  }

  /** Frees the memory of all its buffers. */
  public void close() throws ReflectiveOperationException {
    try {
      arenas().getMethod("close").invoke(arena);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalStateException inUse) {
        throw inUse;
      }
      throw e;
    }
  }

  /** A buffer of an arena that only the calling thread may use. */
  public static ByteBuffer confinedBuffer(int size) throws ReflectiveOperationException {
    return new ProgramArena("ofConfined").buffer(size);
  }

  /** A buffer of an arena that is closed. */
  public static ByteBuffer closedBuffer(int size) throws ReflectiveOperationException {
    ProgramArena arena = new ProgramArena();
    ByteBuffer buffer = arena.buffer(size);
    arena.close();
    return buffer;
  }
}
