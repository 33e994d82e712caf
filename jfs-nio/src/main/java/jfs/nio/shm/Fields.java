package jfs.nio.shm;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import jfs.core.transport.FourTuple;

/** Reads the fields of a frame. Whatever a peer sends, the worst is an {@link IOException}. */
final class Fields {

  private final ByteBuffer payload;

  /**
   * @param payload of this frame alone
   */
  Fields(ByteBuffer payload) {
    this.payload = payload;
  }

  private interface Reading<T> {
    T run() throws IOException;
  }

  private static <T> T read(Reading<T> reading) throws IOException {
    try {
      return reading.run();
    } catch (BufferUnderflowException e) {
      throw new IOException("frame too short", e);
    }
  }

  int u16() throws IOException {
    return read(() -> payload.getShort() & 0xffff);
  }

  int i32() throws IOException {
    return read(payload::getInt);
  }

  long u64() throws IOException {
    return read(payload::getLong);
  }

  /** All that is left, as a set. */
  BitSet ports() throws IOException {
    BitSet ports = new BitSet();
    while (payload.hasRemaining()) {
      ports.set(u16());
    }
    return ports;
  }

  String text() throws IOException {
    return read(() -> utf8(payload.getShort() & 0xffff));
  }

  String longText() throws IOException {
    return read(() -> utf8(payload.getInt()));
  }

  private String utf8(int length) throws IOException {
    if (length < 0 || length > payload.remaining()) {
      throw new IOException("frame too short");
    }
    byte[] bytes = new byte[length];
    payload.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  FourTuple ends() throws IOException {
    return read(
        () -> {
          InetAddress local = address();
          int localPort = payload.getShort() & 0xffff;
          InetAddress remote = address();
          return new FourTuple(local, localPort, remote, payload.getShort() & 0xffff);
        });
  }

  private InetAddress address() throws IOException {
    int length = payload.get();
    if (length != 4 && length != 16) {
      throw new IOException("address of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    payload.get(bytes);
    return InetAddress.getByAddress(bytes);
  }
}
