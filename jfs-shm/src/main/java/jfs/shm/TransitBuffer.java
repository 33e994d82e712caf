package jfs.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.core.config.Log;
import jfs.core.host.HostServices;

/**
 * The direct memory that all frames pass through. It is mapped, so it does not count against {@code
 * -XX:MaxDirectMemorySize}: JFS takes nothing from a program that uses all of that, and still
 * works.
 */
final class TransitBuffer {

  static final int SIZE = 16 * 1024;

  private TransitBuffer() {}

  /**
   * Makes one of memory without a name, or of a file that loses it; ordinary direct memory if that
   * fails.
   */
  static ByteBuffer create(Presence presence) throws IOException {
    HostServices services = HostServices.installed();
    try {
      return services == null ? ofFile(presence) : ofMemory(services);
    } catch (IOException e) {
      Log.debug("no mapped memory for links: " + Log.describe(e));
      return ByteBuffer.allocateDirect(SIZE);
    }
  }

  private static ByteBuffer ofMemory(HostServices services) throws IOException {
    MemoryFile file = MemoryFile.create(services, SIZE);
    try {
      file.fill(0, SIZE); // touched without a page, it would kill the JVM
      return file.map(SIZE).memory();
    } finally {
      file.close();
    }
  }

  private static ByteBuffer ofFile(Presence presence) throws IOException {
    Path path = presence.place().file(presence.name() + ".0" + RendezvousName.ARENA);
    return presence.whilePresent(
        () -> {
          Files.createFile(path);
          try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(new byte[SIZE]); // its pages: touched without one, it would kill the JVM
            return file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
          } finally {
            RendezvousDirectory.remove(path);
          }
        });
  }
}
