package jfs.shm.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A scope that is an arena of the JDK's, which has them from 22 on. JFS is compiled for Java 17, so
 * the build compiles this class beside, against what src/jdk22 says of the JDK.
 */
final class ArenaScope implements MemoryScope {

  private final Arena arena;

  private ArenaScope(Arena arena) {
    this.arena = arena;
  }

  /** One that unmaps the memory when it is closed. */
  static ArenaScope closed() {
    return new ArenaScope(Arena.ofShared());
  }

  /** One that cannot be closed: the memory is unmapped when it is collected. */
  static ArenaScope collected() {
    return new ArenaScope(Arena.ofAuto());
  }

  @Override
  public ByteBuffer map(FileChannel file, long size) throws IOException {
    return file.map(FileChannel.MapMode.READ_WRITE, 0L, size, arena).asByteBuffer();
  }

  @Override
  public void close() {
    arena.close();
  }
}
