package jfs.shm;

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
 *
 * <p>No direct memory is allocated here, not even by the channel: the program may have used up what
 * it may have. All goes through one buffer of the exchange.
 */
final class LinkSocket {

  private static final int NONE = -1;

  /** A link needs one. Who sends more is no JVM of ours. */
  private static final int MOST_DESCRIPTORS = 4;

  private final SocketChannel channel;

  /** Null where descriptors can't be sent. */
  private final HostServices services;

  private final int number;
  private final SendQueue toSend = new SendQueue();
  private final ReceiveBuffer received = new ReceiveBuffer();
  private final Queue<Integer> descriptors = new ArrayDeque<>();

  /** A descriptor that goes with the first byte behind those; or none. */
  private int descriptor = NONE;

  private int bytesBeforeDescriptor;

  /** Direct; what is in it belongs to the call that put it there. */
  private ByteBuffer transit;

  private SelectionKey key;
  private boolean more;
  private boolean behind;

  LinkSocket(SocketChannel channel) {
    this.channel = channel;
    number = DescriptorNumbers.of(channel);
    services = number < 0 ? null : HostServices.installed();
  }

  void begin(SelectionKey newKey, ByteBuffer newTransit) {
    key = newKey;
    transit = newTransit;
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

  /** Sends a frame, now or as soon as the socket takes it. */
  void send(ByteBuffer frame) throws IOException {
    toSend.add(frame);
    flushNow();
  }

  /** Sends a frame with the next one that is sent, or when the caller flushes. */
  void sendLater(ByteBuffer frame) throws IOException {
    toSend.add(frame);
  }

  /** Sends what was to be sent later. */
  void flushLate() throws IOException {
    if (toSend.size() > 0) {
      flushNow();
    }
  }

  /** Sends a frame and a descriptor, which the caller keeps open as long as the link lives. */
  void send(ByteBuffer frame, int newDescriptor) throws IOException {
    if (descriptor != NONE) {
      throw new IOException("a descriptor is waiting to be sent");
    }
    int before = toSend.size();
    toSend.add(frame);
    bytesBeforeDescriptor = before;
    descriptor = newDescriptor;
    flushNow();
  }

  /** A frame that was added is sent, sooner or later: whoever sends it must not do so again. */
  private void flushNow() throws IOException {
    try {
      flush();
    } catch (OutOfMemoryError e) {
      // It is sent later. Nothing here that may need memory itself.
    }
  }

  /** Whether all that was to be sent is with the kernel. */
  boolean hasSentAll() {
    return toSend.size() == 0;
  }

  /** Whether so much waits to be sent that nothing is to be added without need. */
  boolean isCongested() {
    return toSend.isLong();
  }

  /** Whether there is more to send, made when there is room for it. */
  void moreToSend(boolean newMore) {
    more = newMore;
  }

  /** Whether something was held back that is to be said when the peer has taken all. */
  void fellBehind(boolean newBehind) {
    behind = newBehind;
  }

  private void flush() throws IOException {
    boolean taken = true;
    try {
      while (taken && toSend.size() > 0) {
        taken = sendSome();
      }
    } finally {
      // Also if there was no memory for it: it is due still.
      key.interestOps(
          toSend.size() == 0 && !more && !behind
              ? SelectionKey.OP_READ
              : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  /** Whether the socket took all that it was offered. */
  private boolean sendSome() throws IOException {
    boolean withDescriptor = descriptor != NONE && bytesBeforeDescriptor == 0;
    int most = descriptor == NONE || withDescriptor ? transit.capacity() : bytesBeforeDescriptor;
    transit.clear();
    toSend.peek(transit, most);
    transit.flip();
    if (withDescriptor) {
      if (!services.send(number, transit, descriptor)) {
        return false;
      }
      descriptor = NONE;
    } else {
      channel.write(transit);
    }
    toSend.remove(transit.position());
    bytesBeforeDescriptor -= Math.min(bytesBeforeDescriptor, transit.position());
    return !transit.hasRemaining();
  }

  /** Sends and receives what can be; false at the end. */
  boolean ready() throws IOException {
    if (key.isValid() && key.isWritable()) {
      flush();
    }
    return !key.isValid() || !key.isReadable() || receive();
  }

  private boolean receive() throws IOException {
    transit.clear().limit(Math.min(received.room(), transit.capacity()));
    int n;
    if (services == null) {
      n = channel.read(transit);
    } else {
      int[] came = {NONE};
      n = services.receive(number, transit, came);
      if (came[0] != NONE) {
        descriptors.add(came[0]);
        if (descriptors.size() > MOST_DESCRIPTORS) {
          throw new IOException("too many descriptors");
        }
      }
    }
    received.add(transit.flip());
    return n >= 0;
  }

  /** The first frame that has come in whole and was not {@link #handled} yet; or null. */
  ByteBuffer next() throws IOException {
    return received.first();
  }

  /** That frame has been handled. */
  void handled(ByteBuffer frame) {
    received.remove(frame);
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
