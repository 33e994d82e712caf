package jfs.shm.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** What unmaps a file's memory when it is closed. */
interface MemoryScope {

  /** Maps a file from its beginning. */
  ByteBuffer map(FileChannel file, long size) throws IOException;

  /**
   * Unmaps what it has mapped. A thread that uses the memory later gets an exception.
   *
   * @throws IllegalStateException if a thread uses the memory at this moment, or it is unmapped
   * @throws UnsupportedOperationException if it is unmapped only when it is collected
   */
  void close();
}
