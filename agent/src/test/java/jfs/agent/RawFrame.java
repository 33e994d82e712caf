package jfs.agent;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A frame of the pairing protocol, as docs/protocol.md defines it, made by hand. */
final class RawFrame {

  static final int HELLO = 1;
  static final int ARENA = 2;
  static final int LOOK = 3;
  static final int OFFER = 4;
  static final int ACCEPT = 5;
  static final int REFUSE = 6;
  static final int DECIDED = 7;
  static final int RELEASE = 8;
  static final int STATUS = 9;
  static final int REPORT = 10;
  static final int PORTS = 11;
  static final int DECLINE = 12;
  static final int EVENTFD = 17;
  static final int EVENTFD_HELD = 18;

  private static final int HEADER = 5;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  RawFrame(int type) throws IOException {
    out.writeInt(0);
    out.writeByte(type);
  }

  RawFrame u16(int value) throws IOException {
    out.writeShort(value);
    return this;
  }

  RawFrame u32(int value) throws IOException {
    out.writeInt(value);
    return this;
  }

  RawFrame u64(long value) throws IOException {
    out.writeLong(value);
    return this;
  }

  RawFrame text(String value) throws IOException {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    out.writeShort(utf8.length);
    out.write(utf8);
    return this;
  }

  RawFrame ends(InetSocketAddress local, InetSocketAddress remote) throws IOException {
    return end(local).end(remote);
  }

  private RawFrame end(InetSocketAddress end) throws IOException {
    byte[] address = end.getAddress().getAddress();
    out.writeByte(address.length);
    out.write(address);
    return u16(end.getPort());
  }

  byte[] whole() {
    byte[] frame = bytes.toByteArray();
    ByteBuffer.wrap(frame).putInt(frame.length - HEADER);
    return frame;
  }
}
