package jfs.shm.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jfs.core.config.Log;
import jfs.core.host.HostServices;

/** A file without a name, which no process can truncate. Its descriptor goes to the peer. */
public final class MemfdFile implements ArenaFile {

  private final HostServices services;
  private final int descriptor;
  private boolean closed;

  private MemfdFile(HostServices services, int descriptor) {
    this.services = services;
    this.descriptor = descriptor;
  }

  /** Makes one of so many bytes, all of it a hole. */
  public static MemfdFile create(HostServices services, long size) throws IOException {
    MemfdFile made = new MemfdFile(services, services.createMemory(size));
    boolean usable = false;
    try {
      // It is a hole already. The JVM takes heap for the first such call, and a thread of the
      // program that gives memory back may find none.
      made.drain(0, OwnArena.BLOCK);
      usable = true;
    } finally {
      if (!usable) {
        made.close();
      }
    }
    return made;
  }

  /** Maps memory by a descriptor that a peer has sent, and closes the descriptor. */
  static Mapping mapReceived(HostServices services, int descriptor, long size) throws IOException {
    try {
      services.checkMemory(descriptor, size);
      return map(descriptor, size);
    } finally {
      services.close(descriptor);
    }
  }

  private static Mapping map(int descriptor, long size) throws IOException {
    Path path = Path.of("/proc/self/fd", Integer.toString(descriptor));
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return Mapping.of(file, size);
    }
  }

  /** The descriptor to send to the peer; this file still owns it. */
  public int descriptor() {
    return descriptor;
  }

  @Override
  public Mapping map(long size) throws IOException {
    return map(descriptor, size);
  }

  /** Such memory has no limit of its own; see {@link MemoryBudget}. */
  @Override
  public boolean hasRoomFor(long bytes, MemoryUse use) {
    return true;
  }

  @Override
  public String place() {
    return null;
  }

  @Override
  public void fill(long offset, int length) throws IOException {
    services.fill(descriptor, offset, length);
  }

  @Override
  public boolean drain(long offset, int length) {
    try {
      services.drain(descriptor, offset, length);
      return true;
    } catch (IOException e) {
      Log.debug("pages not given back", e);
      return false;
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true; // the kernel may soon give the number to another file
      services.close(descriptor);
    }
  }
}
