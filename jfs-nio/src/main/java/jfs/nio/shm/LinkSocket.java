package jfs.nio.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import jfs.core.host.HostServices;
import jfs.core.platform.DescriptorNumbers;

/**
 * The socket of a link: frames go out as it takes them, and come in whole. Descriptors may travel
 * with the bytes where the native library is. Never blocks; the exchange's thread's own.
 */
final class LinkSocket {

  private static final int NONE = -1;

  /** A link needs one. Who sends more is no JVM of ours. */
  private static final int MOST_DESCRIPTORS = 4;

  private static final int FIRST_BUFFER = 4096;

  /** What waits to be sent, and a descriptor that goes with its first byte. */
  private static final class Outbound {
    private final ByteBuffer bytes;
    private int descriptor;

    private Outbound(ByteBuffer bytes, int descriptor) {
      this.bytes = bytes;
      this.descriptor = descriptor;
    }
  }

  private final SocketChannel channel;

  /** Null where descriptors can't be sent. */
  private final HostServices services;

  private final int number;
  private final Queue<Outbound> toSend = new ArrayDeque<>();
  private final Queue<Integer> descriptors = new ArrayDeque<>();
  private ByteBuffer received = ByteBuffer.allocateDirect(FIRST_BUFFER);
  private SelectionKey key;
  private boolean more;

  LinkSocket(SocketChannel channel) {
    this.channel = channel;
    number = DescriptorNumbers.of(channel);
    services = number < 0 ? null : HostServices.installed();
  }

  void begin(SelectionKey newKey) {
    key = newKey;
  }

  /** Whether descriptors can come and go. */
  boolean takesDescriptors() {
    return services != null;
  }

  HostServices services() {
    return services;
  }

  /** The user at the other end; -1 if that can't be told. */
  long peerUser() {
    return services == null ? NONE : services.peerUser(number);
  }

  void send(ByteBuffer frame) throws IOException {
    toSend.add(new Outbound(frame, NONE));
    flush();
  }

  /** Sends a frame and a descriptor, which the caller keeps open as long as the link lives. */
  void send(ByteBuffer frame, int descriptor) throws IOException {
    ByteBuffer direct = ByteBuffer.allocateDirect(frame.remaining()).put(frame).flip();
    toSend.add(new Outbound(direct, descriptor));
    flush();
  }

  /** Whether all that was to be sent is with the kernel. */
  boolean hasSentAll() {
    return toSend.isEmpty();
  }

  /** Whether there is more to send, made when there is room for it. */
  void moreToSend(boolean newMore) {
    more = newMore;
  }

  private void flush() throws IOException {
    while (!toSend.isEmpty() && sendNext(toSend.peek())) {
      toSend.remove();
    }
    key.interestOps(
        toSend.isEmpty() && !more
            ? SelectionKey.OP_READ
            : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  private boolean sendNext(Outbound next) throws IOException {
    if (next.descriptor != NONE) {
      if (!services.send(number, next.bytes, next.descriptor)) {
        return false;
      }
      next.descriptor = NONE;
    }
    channel.write(next.bytes);
    return !next.bytes.hasRemaining();
  }

  /** Sends and receives what can be; false at the end. */
  boolean ready() throws IOException {
    if (key.isValid() && key.isWritable()) {
      flush();
    }
    return !key.isValid() || !key.isReadable() || receive();
  }

  private boolean receive() throws IOException {
    if (services == null) {
      return channel.read(received) >= 0;
    }
    int[] descriptor = {NONE};
    int n = services.receive(number, received, descriptor);
    if (descriptor[0] != NONE) {
      descriptors.add(descriptor[0]);
      if (descriptors.size() > MOST_DESCRIPTORS) {
        throw new IOException("too many descriptors");
      }
    }
    return n >= 0;
  }

  /** The next frame that has come in whole, its header and all; or null. */
  ByteBuffer next() throws IOException {
    if (received.position() < Frame.HEADER) {
      return null;
    }
    int length = received.getInt(0);
    if (length < 0 || length > Frame.MOST_BYTES) {
      throw new IOException("frame of " + length + " bytes");
    }
    int whole = Frame.HEADER + length;
    received.flip();
    if (received.limit() < whole) {
      if (received.limit() == received.capacity()) {
        // By what has come, not by what is said to come: that costs nobody anything.
        int more = Math.min(whole, 2 * received.capacity());
        received = ByteBuffer.allocateDirect(more).put(received);
      } else {
        received.compact();
      }
      return null;
    }
    ByteBuffer frame = ByteBuffer.allocate(whole).put(0, received, 0, whole);
    received.position(whole).compact();
    return frame;
  }

  /** The descriptor that came first, for the caller to close. */
  int takeDescriptor() throws IOException {
    Integer first = descriptors.poll();
    if (first == null) {
      throw new IOException("a descriptor is missing");
    }
    return first;
  }

  void close() throws IOException {
    while (!descriptors.isEmpty()) {
      services.close(descriptors.remove());
    }
    channel.close();
  }
}
