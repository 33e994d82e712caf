package jfs.agent;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A link to a JVM from a process that may know the protocol, but means harm. */
final class RawLink implements AutoCloseable {

  /** A name as JVMs have it, and another one. */
  static final String NAME = "1-aaaaaaaaaaaaaaaa";

  static final String OTHER_NAME = "1-bbbbbbbbbbbbbbbb";

  private final SocketChannel channel;
  private final ByteBuffer sink = ByteBuffer.allocate(1 << 16);

  RawLink(Path socket) throws IOException {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
  }

  /** A greeting as good as a JVM's on this host. */
  static RawFrame hello(String name) throws IOException {
    return new RawFrame(RawFrame.HELLO)
        .u16(1)
        .u16(1)
        .u16(0)
        .text(name)
        .text(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip())
        .text(Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString())
        .text("0");
  }

  /** Sends bytes; the other side may have ended the link already. */
  RawLink send(byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    try {
      while (all.hasRemaining()) {
        channel.write(all);
      }
    } catch (IOException e) {
      // the link has ended
    }
    return this;
  }

  RawLink send(RawFrame frame) {
    return send(frame.whole());
  }

  /** Fails unless the other side ends the link. */
  void awaitEnd() {
    try {
      while (channel.read(sink.clear()) >= 0) {
        // The JVM's own greeting, and what it looks for.
      }
    } catch (IOException e) {
      // The JVM ended the link with bytes unread, which is a reset.
    }
  }

  /** Waits for a frame of a type. */
  void await(int type) throws IOException {
    awaitFirst(type, type);
  }

  /** Waits for a frame of one of two types, and says which came first. */
  int awaitFirst(int one, int other) throws IOException {
    int type;
    do {
      type = read(read(4 + 1)).get(4);
    } while (type != one && type != other);
    return type;
  }

  private ByteBuffer read(ByteBuffer header) throws IOException {
    ByteBuffer payload = read(header.getInt(0));
    return ByteBuffer.allocate(header.capacity() + payload.capacity())
        .put(header)
        .put(payload)
        .flip();
  }

  private ByteBuffer read(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        fail("the link was ended");
      }
    }
    return bytes.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
