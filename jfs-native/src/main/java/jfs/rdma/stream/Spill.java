package jfs.rdma.stream;

import java.nio.ByteBuffer;

/**
 * Bytes that were moved out of the ring to make room, in order. Taking them needs no heap. Not
 * thread-safe.
 */
final class Spill {

  private final SpillMemory memory;
  private SpillMemory.Chunk first;
  private SpillMemory.Chunk last;
  private int chunks;

  /** Bytes taken of the first chunk. */
  private int taken;

  /** Bytes filled of the last chunk. */
  private int filled;

  private long size;

  Spill(SpillMemory memory) {
    this.memory = memory;
  }

  /**
   * Adds as many of these bytes as there is memory for.
   *
   * @return how many
   */
  int add(ByteBuffer from, int at, int length) {
    int total = 0;
    while (total < length && hasRoom()) {
      int n = Math.min(length - total, memory.chunkSize() - filled);
      last.memory().put(filled, from, at + total, n);
      filled += n;
      total += n;
      size += n;
    }
    return total;
  }

  /** Adds a byte; false if there is no memory for it. */
  boolean add(byte value) {
    boolean added = hasRoom();
    if (added) {
      last.memory().put(filled++, value);
      size++;
    }
    return added;
  }

  private boolean hasRoom() {
    if (last != null && filled < memory.chunkSize()) {
      return true;
    }
    SpillMemory.Chunk more = memory.take(chunks);
    if (more == null) {
      return false;
    }
    if (last == null) {
      first = more;
    } else {
      last.next = more;
    }
    last = more;
    filled = 0;
    chunks++;
    return true;
  }

  long size() {
    return size;
  }

  /** Takes the bytes that there are, up to {@code length}. */
  int take(byte[] bytes, int offset, int length) {
    int total = 0;
    while (total < length && first != null) {
      int end = first == last ? filled : memory.chunkSize();
      int n = Math.min(length - total, end - taken);
      first.memory().get(taken, bytes, offset + total, n);
      total += n;
      taken += n;
      size -= n;
      if (taken == end) {
        removeFirst();
      }
    }
    return total;
  }

  private void removeFirst() {
    SpillMemory.Chunk removed = first;
    first = removed.next;
    if (first == null) {
      last = null;
    }
    taken = 0;
    chunks--;
    memory.giveBack(removed);
  }

  /** Drops what is left. */
  void discard() {
    while (first != null) {
      removeFirst();
    }
    size = 0;
  }
}
