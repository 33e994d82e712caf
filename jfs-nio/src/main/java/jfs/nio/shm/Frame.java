package jfs.nio.shm;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import jfs.core.transport.FourTuple;

/** Makes one frame: its length, its type, its fields. All numbers are big-endian. */
final class Frame {

  static final int HEADER = 5;

  /** No frame is longer, its header not counted; a peer that says so is none. */
  static final int MOST_BYTES = 1 << 20;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
  private final DataOutputStream out = new DataOutputStream(bytes);

  private Frame(FrameType type) {
    write(
        () -> {
          out.writeInt(0);
          out.writeByte(type.code());
        });
  }

  static Frame of(FrameType type) {
    return new Frame(type);
  }

  private interface Writing {
    void run() throws IOException;
  }

  private Frame write(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // into memory: it can't be
    }
    return this;
  }

  Frame u16(int value) {
    return write(() -> out.writeShort(value));
  }

  Frame u32(int value) {
    return write(() -> out.writeInt(value));
  }

  Frame u64(long value) {
    return write(() -> out.writeLong(value));
  }

  Frame text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return write(
        () -> {
          out.writeShort(utf8.length);
          out.write(utf8);
        });
  }

  Frame longText(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return write(
        () -> {
          out.writeInt(utf8.length);
          out.write(utf8);
        });
  }

  Frame ends(FourTuple ends) {
    byte[] local = ends.localAddress().getAddress();
    byte[] remote = ends.remoteAddress().getAddress();
    return write(
        () -> {
          out.writeByte(local.length);
          out.write(local);
          out.writeShort(ends.localPort());
          out.writeByte(remote.length);
          out.write(remote);
          out.writeShort(ends.remotePort());
        });
  }

  /** The frame, ready to be sent. */
  ByteBuffer finish() {
    ByteBuffer frame = ByteBuffer.wrap(bytes.toByteArray());
    return frame.putInt(0, frame.capacity() - HEADER);
  }
}
