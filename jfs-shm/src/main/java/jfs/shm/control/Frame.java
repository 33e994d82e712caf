package jfs.shm.control;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jfs.core.transport.FourTuple;

/** Makes one frame: its length, its type, its fields. All numbers are big-endian. */
final class Frame {

  static final int HEADER = 5;

  /**
   * The longest payload of a frame, without the header; a peer that announces more is no JVM with
   * JFS.
   */
  static final int MOST_BYTES = 1 << 20;

  private static final int USUAL_BYTES = 64;

  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;

  private Frame(FrameType type) {
    u32(0).u8(type.code());
  }

  static Frame of(FrameType type) {
    return new Frame(type);
  }

  private void makeRoom(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  private Frame u8(int value) {
    makeRoom(Byte.BYTES);
    bytes[length++] = (byte) value;
    return this;
  }

  Frame u16(int value) {
    return u8(value >>> Byte.SIZE).u8(value);
  }

  Frame u32(int value) {
    return u16(value >>> Short.SIZE).u16(value);
  }

  Frame u64(long value) {
    return u32((int) (value >>> Integer.SIZE)).u32((int) value);
  }

  private Frame all(byte[] some) {
    makeRoom(some.length);
    System.arraycopy(some, 0, bytes, length, some.length);
    length += some.length;
    return this;
  }

  Frame text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return u16(utf8.length).all(utf8);
  }

  Frame ends(FourTuple ends) {
    byte[] local = ends.localAddress().getAddress();
    byte[] remote = ends.remoteAddress().getAddress();
    return u8(local.length)
        .all(local)
        .u16(ends.localPort())
        .u8(remote.length)
        .all(remote)
        .u16(ends.remotePort());
  }

  /** The frame, ready to be sent. */
  ByteBuffer finish() {
    ByteBuffer frame = ByteBuffer.wrap(Arrays.copyOf(bytes, length));
    return frame.putInt(0, frame.capacity() - HEADER);
  }
}
