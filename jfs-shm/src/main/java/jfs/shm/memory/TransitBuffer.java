package jfs.shm.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.core.host.HostServices;

/**
 * The direct memory that all frames pass through. It is mapped, so it does not count against {@code
 * -XX:MaxDirectMemorySize}: JFS takes nothing from a program that uses all of that, and still
 * works.
 */
public final class TransitBuffer {

  private static final int SIZE = 16 * 1024;

  private TransitBuffer() {}

  /** Makes one of memory without a name. */
  public static ByteBuffer ofMemory(HostServices services) throws IOException {
    MemfdFile file = MemfdFile.create(services, SIZE);
    try {
      file.fill(0, SIZE); // touched without a page, it would kill the JVM
      return file.map(SIZE).memory();
    } finally {
      file.close();
    }
  }

  /** Makes one of a file on a tmpfs, which is not there yet, and loses its name. */
  public static ByteBuffer ofFile(Path path) throws IOException {
    Files.createFile(path);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(new byte[SIZE]); // its pages: touched without one, it would kill the JVM
      return FileMemory.map(file.getChannel(), SIZE);
    } finally {
      Files.deleteIfExists(path);
    }
  }

  /** Makes one of ordinary direct memory, where the others fail. */
  public static ByteBuffer ordinary() {
    return ByteBuffer.allocateDirect(SIZE);
  }
}
