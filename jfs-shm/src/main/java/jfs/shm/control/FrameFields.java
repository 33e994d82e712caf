package jfs.shm.control;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import jfs.core.transport.FourTuple;

/**
 * Reads the fields of a frame. Whatever a peer sends, nothing worse than an {@link IOException}
 * follows.
 */
final class FrameFields {

  private final ByteBuffer payload;

  /**
   * @param payload of this frame alone
   */
  FrameFields(ByteBuffer payload) {
    this.payload = payload;
  }

  private void need(int bytes) throws IOException {
    if (payload.remaining() < bytes) {
      throw new IOException("frame too short");
    }
  }

  /** Whether there are more of them. */
  boolean hasMore() {
    return payload.hasRemaining();
  }

  int u16() throws IOException {
    need(Short.BYTES);
    return payload.getShort() & 0xffff;
  }

  int i32() throws IOException {
    need(Integer.BYTES);
    return payload.getInt();
  }

  long u64() throws IOException {
    need(Long.BYTES);
    return payload.getLong();
  }

  /** All remaining fields, as a set of ports. */
  BitSet ports() throws IOException {
    BitSet ports = new BitSet();
    while (payload.hasRemaining()) {
      ports.set(u16());
    }
    return ports;
  }

  String text() throws IOException {
    return new String(bytes(u16()), StandardCharsets.UTF_8);
  }

  FourTuple ends() throws IOException {
    InetAddress local = address();
    int localPort = u16();
    InetAddress remote = address();
    return new FourTuple(local, localPort, remote, u16());
  }

  private InetAddress address() throws IOException {
    need(Byte.BYTES);
    int length = payload.get();
    if (length != 4 && length != 16) {
      throw new IOException("address of " + length + " bytes");
    }
    return InetAddress.getByAddress(bytes(length));
  }

  private byte[] bytes(int length) throws IOException {
    need(length);
    byte[] bytes = new byte[length];
    payload.get(bytes);
    return bytes;
  }
}
