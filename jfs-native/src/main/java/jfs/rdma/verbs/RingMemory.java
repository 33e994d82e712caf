package jfs.rdma.verbs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jfs.core.config.Log;
import jfs.natives.Errno;
import jfs.natives.MemoryFile;

/**
 * Memory that no other process shares, as one file without a name. A range has pages while it is in
 * use. {@link ByteBuffer#allocateDirect} would count against -XX:MaxDirectMemorySize, and leave a
 * program without what its user allowed it. Separate mappings would keep their pages until the
 * garbage collector finds them, and a lack of such memory does not make it run. And since it is
 * shared memory, a fork of the process does not copy it, which would take the device's pages away
 * from the parent (ibv_fork_init(3)).
 *
 * <p>It stays mapped as long as the process lives, so a late access to a range can do no more harm
 * than to give it pages again.
 */
final class RingMemory implements RingPages {

  private final int descriptor;
  private final ByteBuffer all;

  private RingMemory(int descriptor, ByteBuffer all) {
    this.descriptor = descriptor;
    this.all = all;
  }

  /**
   * Room for so many bytes, without pages.
   *
   * @throws IOException if there is no descriptor or no address space for it
   */
  static RingMemory ofSize(int bytes) throws IOException {
    int descriptor = check(MemoryFile.createSealed(bytes));
    try {
      return new RingMemory(descriptor, map(descriptor, bytes));
    } catch (IOException | RuntimeException | Error e) {
      MemoryFile.closeFd(descriptor);
      throw e;
    }
  }

  private static ByteBuffer map(int descriptor, int bytes) throws IOException {
    Path path = Path.of("/proc/self/fd", Integer.toString(descriptor));
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
    }
  }

  @Override
  public ByteBuffer fill(int offset, int length) throws IOException {
    int result = MemoryFile.allocate(descriptor, offset, length);
    if (result < 0) {
      drain(offset, length); // drops the pages that it got
    }
    check(result);
    return all.slice(offset, length);
  }

  @Override
  public void drain(int offset, int length) {
    int result = MemoryFile.punch(descriptor, offset, length);
    if (result < 0) {
      Log.debug("memory for rings not given back: " + Errno.name(result));
    }
  }

  private static int check(int result) throws IOException {
    if (result < 0) {
      throw new IOException("memory for rings: " + Errno.name(result));
    }
    return result;
  }
}
