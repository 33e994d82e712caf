package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that have come from a peer and are not handled yet. Used by the manager's thread alone. */
final class ReceiveBuffer {

  private static final int FIRST_SIZE = 4096;

  private byte[] bytes = new byte[FIRST_SIZE];
  private int from;
  private int to;

  /**
   * How many bytes there is room for, at least one. The buffer grows with the bytes that have come,
   * not with an announced length, which costs a peer nothing.
   */
  int room() {
    if (to == bytes.length) {
      if (from > 0) {
        System.arraycopy(bytes, from, bytes, 0, to - from);
        to -= from;
        from = 0;
      } else {
        bytes = Arrays.copyOf(bytes, 2 * bytes.length);
      }
    }
    return bytes.length - to;
  }

  /** Adds bytes that have come, no more than there is {@link #room} for. */
  void add(ByteBuffer came) {
    int length = came.remaining();
    came.get(bytes, to, length);
    to += length;
  }

  /**
   * The first frame, header included, if it has come in whole; else null. It stays the first one,
   * and valid, until it is {@link #remove removed}.
   */
  ByteBuffer first() throws IOException {
    if (to - from < Frame.HEADER) {
      return null;
    }
    int length = ByteBuffer.wrap(bytes).getInt(from);
    if (length < 0 || length > Frame.MOST_BYTES) {
      throw new IOException("frame of " + length + " bytes");
    }
    int whole = Frame.HEADER + length;
    return to - from < whole ? null : ByteBuffer.wrap(bytes, from, whole).slice();
  }

  /** The first frame has been handled. */
  void remove(ByteBuffer frame) {
    from += frame.capacity();
    if (from == to) {
      from = 0;
      to = 0;
    }
  }
}
