package jfs.shm.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jfs.core.host.HostServices;

/** The arena of a peer, as this JVM maps it. */
public final class PeerArena {

  private final Mapping mapping;

  private PeerArena(Mapping mapping) {
    this.mapping = mapping;
  }

  ByteBuffer memory() {
    return mapping.memory();
  }

  /** Maps memory that came as a descriptor, and closes the descriptor. */
  public static PeerArena received(HostServices services, int descriptor, long size)
      throws IOException {
    try {
      checkSize(size);
    } catch (IOException e) {
      services.close(descriptor);
      throw e;
    }
    return new PeerArena(MemfdFile.mapReceived(services, descriptor, size));
  }

  private static void checkSize(long size) throws IOException {
    if (size <= 0 || size > Integer.MAX_VALUE) {
      throw new IOException("arena of " + size + " bytes");
    }
  }

  /** Maps the file and removes its name. */
  public static PeerArena open(Path path, long size) throws IOException {
    checkSize(size);
    try (FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(path);
      // Mapping more than the file has would make it grow; touching what lies beyond its end is a
      // SIGBUS.
      if (file.size() != size) {
        throw new IOException("arena of " + file.size() + " bytes, not " + size);
      }
      return new PeerArena(Mapping.of(file, size));
    }
  }

  /** Releases the memory: no connection of this end uses it any more. */
  public void close() {
    mapping.letGo();
  }
}
