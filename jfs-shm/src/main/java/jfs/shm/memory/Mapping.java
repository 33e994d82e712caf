package jfs.shm.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import jfs.core.config.Log;
import jfs.core.host.HostServices;

/**
 * An arena's file as this JVM maps it. A mapping keeps the pages of its file, even after the peer
 * has died, and the JDK unmaps it only when it is collected: in a quiet heap, hours later. So
 * {@link #letGo} releases it earlier, once no connection uses it. A peer that still lives keeps its
 * own mapping.
 *
 * <p>No thread should touch the memory afterwards. A thread that does so must not crash the JVM, as
 * it would if the memory were simply unmapped: with the native library it reads zeros, and with
 * {@link ScopedMemory} it gets an exception. Without either, the memory is left to the collector.
 */
final class Mapping {

  private static final MapPause PAUSE = new MapPause();

  /** In native byte order. */
  private final ByteBuffer memory;

  /** Null unless Java itself unmaps the memory. */
  private final ScopedMemory scope;

  /** Null unless the native library is still to release it. Used by the manager's thread alone. */
  private HostServices services;

  private Mapping(ByteBuffer memory, ScopedMemory scope, HostServices services) {
    this.memory = memory;
    this.scope = scope;
    this.services = services;
  }

  /**
   * Maps a file from its beginning; the caller may then close the channel.
   *
   * @throws IOException also where the process had no address space a while ago: {@link MapPause}
   */
  static Mapping of(FileChannel file, long size) throws IOException {
    if (!PAUSE.isOver(System.nanoTime())) {
      throw new IOException("no address space as of late");
    }
    try {
      Mapping mapping = map(file, size);
      PAUSE.worked();
      return mapping;
    } catch (IOException e) {
      if (e.getCause() instanceof OutOfMemoryError) { // of mmap(2); one of the heap has no wrapper
        PAUSE.failed(System.nanoTime());
      }
      throw e;
    }
  }

  private static Mapping map(FileChannel file, long size) throws IOException {
    HostServices services = HostServices.installed();
    ScopedMemory scope = services == null ? ScopedMemory.of(file, size) : null;
    // Not by an arena: each access to a ring would look whether that is closed, and in some runs of
    // 1-byte ping-pong on JDK 25 that nearly doubled the time.
    ByteBuffer memory =
        scope == null ? file.map(FileChannel.MapMode.READ_WRITE, 0, size) : scope.memory();
    return new Mapping(memory.order(ByteOrder.nativeOrder()), scope, services);
  }

  /** Wraps memory that belongs to no file, and stays. */
  static Mapping ofBuffer(ByteBuffer memory) {
    return new Mapping(memory, null, null);
  }

  ByteBuffer memory() {
    return memory;
  }

  /**
   * Releases the memory. No thread may use it any more.
   *
   * @return whether this JVM keeps its pages no longer
   */
  boolean letGo() {
    HostServices now = services;
    if (now == null) {
      return scope != null && scope.close();
    }
    try {
      now.letGo((MappedByteBuffer) memory);
      services = null; // only once: each call makes a mapping of its own
      return true;
    } catch (IOException e) {
      Log.debug("memory left to the collector", e);
      return false;
    }
  }
}
