package jfs.shm.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The memory of a file, which is unmapped when it is collected. */
final class FileMemory {

  /** Whether Java has arenas of memory (JEP 454). */
  static final boolean HAS_ARENAS = Runtime.version().feature() >= 22;

  private FileMemory() {}

  /**
   * Maps a file from its beginning, by an arena where there are any: {@link FileChannel#map} makes
   * its buffer by reflection, which costs a new JVM of that age 20 ms.
   */
  static ByteBuffer map(FileChannel file, long size) throws IOException {
    return HAS_ARENAS
        ? ArenaScope.collected().map(file, size)
        : file.map(FileChannel.MapMode.READ_WRITE, 0, size);
  }
}
