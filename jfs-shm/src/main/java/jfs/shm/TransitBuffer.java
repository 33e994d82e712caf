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
 * The direct memory through which all frames go in and out. It is mapped, and so does not count
 * against {@code -XX:MaxDirectMemorySize}: JFS takes nothing away from a program that uses all of
 * that, and works all the same.
 */
final class TransitBuffer {

  static final int SIZE = 16 * 1024;

  private TransitBuffer() {}

  /** Makes one: of memory without a name, or where that can't be had, of a file that loses it. */
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
    Path path = presence.place().file(presence.name() + ".0" + MeetingName.ARENA);
    return presence.whilePresent(
        () -> {
          Files.createFile(path);
          try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(new byte[SIZE]); // its pages: touched without one, it would kill the JVM
            return file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
          } finally {
            MeetingPlace.remove(path);
          }
        });
  }
}
