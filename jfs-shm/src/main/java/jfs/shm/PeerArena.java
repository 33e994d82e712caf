package jfs.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jfs.core.host.HostServices;

/** The memory that another JVM gives out, as it is mapped here. */
record PeerArena(Mapping mapping) {

  ByteBuffer memory() {
    return mapping.memory();
  }

  /** Maps memory that came as a descriptor, which is closed. */
  static PeerArena received(HostServices services, int descriptor, long size) throws IOException {
    try {
      checkSize(size);
    } catch (IOException e) {
      services.close(descriptor);
      throw e;
    }
    return new PeerArena(MemoryFile.mapReceived(services, descriptor, size));
  }

  private static void checkSize(long size) throws IOException {
    if (size <= 0 || size > Integer.MAX_VALUE) {
      throw new IOException("arena of " + size + " bytes");
    }
  }

  /** Maps the file and removes its name. */
  static PeerArena open(Path path, long size) throws IOException {
    checkSize(size);
    try (FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      MeetingPlace.remove(path);
      // Mapping more than there is would make it grow; beyond the end lies a SIGBUS.
      if (file.size() != size) {
        throw new IOException("arena of " + file.size() + " bytes, not " + size);
      }
      return new PeerArena(Mapping.of(file, size));
    }
  }

  /** No connection of this end uses it any more. */
  void close() {
    mapping.letGo();
  }
}
