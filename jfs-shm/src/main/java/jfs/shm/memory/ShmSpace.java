package jfs.shm.memory;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much memory a file system has for connections, for people. It matters for JVMs without the
 * native library: they keep shared memory in files of the tmpfs.
 *
 * @param type of the file system
 * @param total bytes; 0 for a tmpfs without a limit
 * @param free bytes
 */
public record ShmSpace(String type, long total, long free) {

  /** Beyond the reserve for others: enough for a thousand idle connections. */
  private static final long ENOUGH = 16L << 20;

  private static final String FOR_MORE =
      "; mount it larger (containers: --shm-size=1g), or set shm_dir to a folder on a larger tmpfs";

  /**
   * Asks the file system of a folder.
   *
   * @param existing a folder that is there
   */
  public static ShmSpace of(Path existing) throws IOException {
    FileStore store = Files.getFileStore(existing);
    return new ShmSpace(store.type(), store.getTotalSpace(), store.getUsableSpace());
  }

  /** Whether a connection can leave TCP, so far as it depends on this. */
  public boolean hasRoomForPairs() {
    return hasRoomFor(OwnArena.BLOCK, MemoryUse.PAIR);
  }

  /** Whether many can, and their rings can grow. */
  public boolean hasRoomForMany() {
    return hasRoomFor(ENOUGH, MemoryUse.RING);
  }

  private boolean hasRoomFor(long bytes, MemoryUse use) {
    return total == 0 || free - bytes >= use.reserve(total);
  }

  /** In words, with what to change where it is little. */
  public String words() {
    String size = total == 0 ? "without a limit" : MemoryAmount.words(total);
    String all = type + ", " + size + (total == 0 ? "" : ", free " + MemoryAmount.words(free));
    if (!hasRoomForPairs()) {
      return all
          + ": connections stay on TCP (no-memory), for JFS leaves a quarter to others"
          + FOR_MORE;
    }
    if (!hasRoomForMany()) {
      return all
          + ": little; a connection takes 9 KiB, one that carries much 512 KiB or more, and where"
          + " three quarters are used it stays on TCP or returns to it (no-memory)"
          + FOR_MORE;
    }
    return all;
  }
}
