package jfs.nio.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file on a tmpfs: pure Java. It has a name until the peer has opened it. */
final class TmpfsFile implements ArenaFile {

  private static final byte[] ZEROS = new byte[64 * 1024];

  private final Path path;
  private final RandomAccessFile file;

  private TmpfsFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /** Makes the file, all of it a hole. */
  static TmpfsFile create(Path path, long size) throws IOException {
    Files.createFile(path); // which fails if there is anything of this name, a link too
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      file.setLength(size);
      return new TmpfsFile(path, file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public ByteBuffer map(long size) throws IOException {
    return file.getChannel()
        .map(FileChannel.MapMode.READ_WRITE, 0, size)
        .order(ByteOrder.nativeOrder());
  }

  /**
   * By writing: a write fails where there is no page, the first touch of a mapped one would kill
   * the JVM. Not through the channel, which an interrupt would close.
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
    MeetingPlace.remove(path); // if the peer never came to it
  }
}
