package jfs.shm.memory;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file on a tmpfs, in pure Java. It has a name until the peer has opened it. */
public final class TmpfsFile implements ArenaFile {

  private static final byte[] ZEROS = new byte[64 * 1024];

  private final Path path;
  private final RandomAccessFile file;

  /** Asked for free space, since the file itself soon has no name. */
  private final File folder;

  private TmpfsFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
    folder = path.toAbsolutePath().getParent().toFile();
  }

  /** Makes the file, all of it a hole. */
  public static TmpfsFile create(Path path, long size) throws IOException {
    Files.createFile(path); // which fails if there is anything of this name, a link too
    TmpfsFile made = null;
    try {
      made = new TmpfsFile(path, sized(path.toFile(), size));
      return made;
    } finally {
      if (made == null) {
        Files.delete(path); // else the next try would find the name taken
      }
    }
  }

  private static RandomAccessFile sized(File path, long size) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path, "rw");
    try {
      file.setLength(size);
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public Mapping map(long size) throws IOException {
    return Mapping.of(file.getChannel(), size);
  }

  @Override
  public boolean hasRoomFor(long bytes, MemoryUse use) {
    try {
      long total = folder.getTotalSpace(); // 0 for a tmpfs without a limit
      return total == 0 || folder.getUsableSpace() - bytes >= use.reserve(total);
    } catch (SecurityException e) {
      return true; // a security manager forbids the question; fill finds out
    }
  }

  @Override
  public String place() {
    String free;
    try {
      long total = folder.getTotalSpace();
      free = MemoryAmount.words(folder.getUsableSpace()) + " free of " + MemoryAmount.words(total);
    } catch (SecurityException e) {
      free = "how much is not told";
    }
    return folder
        + " ("
        + free
        + "): mount it larger (containers: --shm-size=1g), or set shm_dir to a folder of your own"
        + " on a larger tmpfs";
  }

  /**
   * Writes: a write fails if there is no page, while touching a mapped one would kill the JVM. Does
   * not use the channel, which an interrupt would close.
   */
  @Override
  public void fill(long offset, int length) throws IOException {
    file.seek(offset);
    for (int done = 0; done < length; done += ZEROS.length) {
      file.write(ZEROS, 0, Math.min(ZEROS.length, length - done));
    }
  }

  @Override
  public boolean drain(long offset, int length) {
    return false;
  }

  @Override
  public void close() throws IOException {
    file.close();
    Files.deleteIfExists(path); // if the peer has not opened it
  }
}
