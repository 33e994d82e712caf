package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.platform.DescriptorNumbers;

/**
 * The socket of a link: sends frames as fast as the kernel takes them, and receives whole frames.
 * With the native library, descriptors may travel with the bytes. Never blocks; used by the
 * manager's thread alone.
 *
 * <p>Allocates no direct memory, not even in the channel, since the program may have used up its
 * limit. All bytes go through one buffer of the manager.
 */
final class LinkSocket implements LinkEventFds.Socket {

  private static final int NONE = -1;

  /** A link needs one. A peer that sends more than this is no JVM with JFS. */
  private static final int MOST_DESCRIPTORS = 4;

  private final SocketChannel channel;

  /** Null where descriptors cannot be sent. */
  private final HostServices services;

  private final int number;
  private final SendQueue toSend = new SendQueue();
  private final ReceiveBuffer received = new ReceiveBuffer();

  /** Those that came and were not taken, in order: no objects, which take heap. */
  private final int[] descriptors = new int[MOST_DESCRIPTORS + 1];

  private int descriptorCount;

  /** A descriptor that goes with the byte behind those counted below; or none. */
  private int descriptor = NONE;

  private int bytesBeforeDescriptor;

  /** Direct memory. Its content is valid only during the call that put it there. */
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

  /** Whether this side can send and receive descriptors. */
  boolean takesDescriptors() {
    return services != null;
  }

  @Override
  public HostServices services() {
    return services;
  }

  /**
   * Fails if the peer is known to run as another user than the owner of the rendezvous directory.
   */
  void requireUser(RendezvousDirectory place) throws IOException {
    if (services == null) {
      JdkPeerUser.require(channel, place);
      return;
    }
    long user = services.peerUser(number);
    if (user >= 0 && user != Integer.toUnsignedLong(place.user())) {
      throw new IOException("a JVM of user " + user);
    }
  }

  /** Sends a frame, now or as soon as the socket takes it. */
  @Override
  public void send(ByteBuffer frame) throws IOException {
    toSend.add(frame);
    flushNow();
  }

  /** Queues a frame, which goes out with the next one, or when the caller flushes. */
  void sendLater(ByteBuffer frame) throws IOException {
    toSend.add(frame);
  }

  /** Sends the frames that {@link #sendLater} has queued. */
  void flushLate() throws IOException {
    if (toSend.size() > 0) {
      flushNow();
    }
  }

  @Override
  public boolean sendNow(ByteBuffer frame, int own) throws IOException {
    if (!channel.isOpen()) {
      return false;
    }
    flushLate();
    if (toSend.size() > 0) {
      return false; // bytes come first, and perhaps another descriptor
    }
    transit.clear().put(frame).flip();
    try {
      if (!services.send(number, transit, own)) {
        return false;
      }
    } catch (IOException e) {
      Log.debug("the kernel sends no descriptor now", e);
      return false; // the kernel limits how many are on their way
    }
    if (transit.hasRemaining()) {
      send(transit);
    }
    return true;
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

  /**
   * Does not fail if memory is lacking: a queued frame is sent sooner or later, so the caller must
   * not send it again.
   */
  private void flushNow() throws IOException {
    try {
      flush();
    } catch (OutOfMemoryError e) {
      // It is sent later. This handler must not need memory itself.
    }
  }

  /** Whether the kernel has taken all queued bytes. */
  boolean hasSentAll() {
    return toSend.size() == 0;
  }

  /** Whether so much is queued that only frames that cannot wait should be added. */
  boolean isCongested() {
    return toSend.isLong();
  }

  /** Sets whether there is more to send, which is made when there is room for it. */
  void moreToSend(boolean newMore) {
    more = newMore;
  }

  /** Sets whether messages are held back until the peer has taken all queued bytes. */
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
      // Also if memory was lacking: the bytes are still to be sent.
      key.interestOps(
          toSend.size() == 0 && !more && !behind
              ? SelectionKey.OP_READ
              : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  /** Offers bytes to the socket; returns whether it took all of them. */
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

  /** Sends and receives what is possible; false at end of file. */
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
        descriptors[descriptorCount++] = came[0];
        if (descriptorCount > MOST_DESCRIPTORS) {
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

  @Override
  public int takeDescriptor() throws IOException {
    if (descriptorCount == 0) {
      throw new IOException("a descriptor is missing");
    }
    int first = descriptors[0];
    System.arraycopy(descriptors, 1, descriptors, 0, --descriptorCount);
    return first;
  }

  void close() throws IOException {
    while (descriptorCount > 0) {
      int last = descriptors[--descriptorCount];
      if (last != HostServices.NO_ROOM) {
        services.close(last);
      }
    }
    channel.close();
  }
}
