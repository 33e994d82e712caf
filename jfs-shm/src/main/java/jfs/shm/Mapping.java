package jfs.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import jfs.core.config.Log;
import jfs.core.host.HostServices;

/**
 * An arena's file as it is mapped here. A mapping keeps the pages of its file, also those of a peer
 * that has died, and the JDK unmaps it when it is collected: where the heap is quiet, hours later.
 * So it can be let go of before, once no connection uses it. That holds for this JVM alone: the
 * other one, should it live, keeps its own mapping.
 *
 * <p>Nobody is to touch the memory afterwards. A thread that does so all the same must not take the
 * JVM down, as it would if the memory were just unmapped: it finds zeros where the native library
 * is, and gets an exception where Java has {@link ScopedMemory}. Where neither is to be had, the
 * memory is left to the collector.
 */
final class Mapping {

  /** Of native byte order. */
  private final ByteBuffer memory;

  /** Null where the native library lets go. */
  private final ScopedMemory scope;

  /** Null where it can't be let go of, or has been. The exchange's thread's own. */
  private HostServices services;

  private Mapping(ByteBuffer memory, ScopedMemory scope, HostServices services) {
    this.memory = memory;
    this.scope = scope;
    this.services = services;
  }

  /** Maps a file from its beginning; the channel may be closed then. */
  static Mapping of(FileChannel file, long size) throws IOException {
    HostServices services = HostServices.installed();
    ScopedMemory scope = services == null ? ScopedMemory.of(file, size) : null;
    ByteBuffer memory =
        scope == null ? file.map(FileChannel.MapMode.READ_WRITE, 0, size) : scope.memory();
    return new Mapping(memory.order(ByteOrder.nativeOrder()), scope, services);
  }

  /** Memory that is nobody's file, and stays. */
  static Mapping ofBuffer(ByteBuffer memory) {
    return new Mapping(memory, null, null);
  }

  ByteBuffer memory() {
    return memory;
  }

  /**
   * Lets go of it. No thread may use it any more.
   *
   * @return whether its pages are kept here no longer
   */
  boolean letGo() {
    HostServices now = services;
    if (now == null) {
      return scope != null && scope.close();
    }
    try {
      now.letGo((MappedByteBuffer) memory);
      services = null; // not again, or each time it would have a page of its own
      return true;
    } catch (IOException e) {
      Log.debug("memory left to the collector: " + Log.describe(e));
      return false;
    }
  }
}
