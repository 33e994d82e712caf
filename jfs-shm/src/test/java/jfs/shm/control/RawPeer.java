package jfs.shm.control;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The other side of a link to this JVM, driven by a test. */
final class RawPeer implements AutoCloseable {

  static final String NAME = "1-aaaaaaaaaaaaaaaa";

  private final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);

  /** A frame that came. */
  record Came(FrameType type, FrameFields fields) {}

  /** Links to a manager, once it has begun, and introduces itself. */
  RawPeer(ShmConnectionManager manager) throws Exception {
    this(manager, NAME);
  }

  /** Does the same under another name. */
  RawPeer(ShmConnectionManager manager, String name) throws Exception {
    ManagerTasks.run(manager, () -> {});
    Presence presence = manager.jvm().presence();
    channel.connect(UnixDomainSocketAddress.of(presence.place().socket(presence.name())));
    send(
        new LinkGreeting(
                false, false, false, name, manager.jvm().host(), manager.jvm().processors())
            .frame());
  }

  void send(Frame frame) throws IOException {
    ByteBuffer bytes = frame.finish();
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  Came read() throws IOException {
    ByteBuffer header = read(Frame.HEADER);
    ByteBuffer payload = read(header.getInt(0));
    return new Came(FrameType.of(header.get(Integer.BYTES)), new FrameFields(payload));
  }

  /** Reads up to a frame of a type. */
  FrameFields await(FrameType type) throws IOException {
    Came came = read();
    while (came.type() != type) {
      came = read();
    }
    return came.fields();
  }

  private ByteBuffer read(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException();
      }
    }
    return bytes.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
