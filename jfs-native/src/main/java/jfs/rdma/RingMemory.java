package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jfs.natives.Errno;
import jfs.natives.MemoryFile;

/**
 * Memory that is mapped: {@link ByteBuffer#allocateDirect} counts what it gives against
 * -XX:MaxDirectMemorySize, and so would leave a program without what its user allowed it. As shared
 * memory it is also not copied when a child process is forked, which would take the device's pages
 * away from the parent (ibv_fork_init(3)).
 */
final class RingMemory {

  private RingMemory() {}

  /**
   * Whole pages, all of them there; unmapped when nothing refers to them any more.
   *
   * @throws IOException if the system has no memory, or the process no descriptor, which is needed
   *     for a moment only
   */
  static ByteBuffer map(int bytes) throws IOException {
    int descriptor = check(MemoryFile.createSealed(bytes));
    try {
      check(MemoryFile.allocate(descriptor, 0, bytes));
      Path path = Path.of("/proc/self/fd", Integer.toString(descriptor));
      try (FileChannel file =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
      }
    } finally {
      MemoryFile.closeFd(descriptor);
    }
  }

  private static int check(int result) throws IOException {
    if (result < 0) {
      throw new IOException("memory for rings: " + Errno.name(result));
    }
    return result;
  }
}
