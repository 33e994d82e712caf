package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes that wait to be sent to a peer. Their number is bounded: the peer may be stopped, or read
 * nothing on purpose. Used by the manager's thread alone.
 */
final class SendQueue {

  /** Beyond this, callers add nothing that can wait until the peer reads again. */
  private static final int LONG = 64 * 1024;

  /**
   * Answers and RELEASE frames alone never come near it, unless the peer keeps asking without
   * reading.
   */
  private static final int MOST = 4 << 20;

  private static final int FIRST_SIZE = 512;

  private byte[] bytes = new byte[FIRST_SIZE];
  private int from;
  private int to;

  /** Adds a frame, or nothing of it if there is no memory. */
  void add(ByteBuffer frame) throws IOException {
    int length = frame.remaining();
    if (size() + length > MOST) {
      throw new IOException("the other side takes nothing, and " + size() + " bytes wait");
    }
    if (to + length > bytes.length) {
      makeRoom(length);
    }
    frame.get(bytes, to, length);
    to += length;
  }

  private void makeRoom(int length) {
    int size = size();
    if (size + length <= bytes.length) {
      System.arraycopy(bytes, from, bytes, 0, size);
    } else {
      byte[] larger = new byte[Math.max(size + length, 2 * bytes.length)];
      System.arraycopy(bytes, from, larger, 0, size);
      bytes = larger;
    }
    from = 0;
    to = size;
  }

  int size() {
    return to - from;
  }

  boolean isLong() {
    return size() > LONG;
  }

  /** Copies the first bytes, as many as there is room for, but not more than {@code most}. */
  void peek(ByteBuffer into, int most) {
    into.put(bytes, from, Math.min(Math.min(most, size()), into.remaining()));
  }

  /** The first bytes have been sent. */
  void remove(int count) {
    from += count;
    if (from == to) {
      from = 0;
      to = 0;
      if (bytes.length > LONG) {
        bytes = Arrays.copyOf(bytes, FIRST_SIZE);
      }
    }
  }
}
