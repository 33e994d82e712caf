package jfs.rdma.verbs;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jfs.core.config.Log;
import jfs.natives.Errno;
import jfs.natives.NativeLibrary;
import jfs.natives.VerbsLibrary;

/** {@link Verbs} over the native library. */
public final class NativeVerbs implements Verbs {

  /** How long the device waits for an acknowledgement: 4.096 us * 2^16, which is 268 ms. */
  private static final int ACK_TIMEOUT = 16;

  /**
   * How often the device sends a packet again; Soft-RoCE takes 7 for endless. With the timeout
   * above that is longer than the silence that {@link QueuePair} tolerates, so all devices behave
   * alike.
   */
  private static final int RETRIES = 6;

  private static final int INLINE_BYTES = 256;
  private static final int RESOLVE_MILLIS = 2000;

  private static final int[] SETTINGS = {
    VerbsEndpoint.RECEIVE_SLOTS,
    VerbsEndpoint.SEND_SLOTS,
    INLINE_BYTES,
    ACK_TIMEOUT,
    RETRIES,
    RESOLVE_MILLIS
  };

  private static final int BACKLOG = 128;

  /** The offsets of an event's fields, as in {@code jni/verbs.c}. */
  private static final int KIND = 0;

  private static final int ERROR = 4;
  private static final int STATUS = 8;
  private static final int DATA_LENGTH = 12;
  private static final int TOKEN = 16;
  private static final int REQUEST = 24;
  private static final int PEER_QUEUE_PAIR = 32;
  private static final int ADDRESS_LENGTH = 36;
  private static final int LOCAL = 40;
  private static final int REMOTE = 56;
  private static final int DATA = 72;
  private static final int EVENT_SIZE = 272;

  /** The handle of {@link #openLibrary}, 0 before. */
  private static long opened;

  private final long handle;

  /** On the heap, as {@link MessageRoom}: the program may have left no direct memory. */
  private final byte[] packed = new byte[EVENT_SIZE];

  private final ByteBuffer event = ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder());

  /** {@link #event} holds an event that was not returned yet. */
  private boolean holdsEvent;

  private final Event completions = Event.ofCompletions();

  private NativeVerbs(long handle) {
    this.handle = handle;
  }

  static Verbs open() throws NoVerbsException {
    return new NativeVerbs(openLibrary());
  }

  /** The devices of this host, as {@link VerbsLibrary#devices} tells of them. */
  public static String devices() throws NoVerbsException {
    return VerbsLibrary.devices(openLibrary());
  }

  /**
   * Opens the libraries, once in a process, for good: {@link #devices} and the reactor share them.
   *
   * @return a handle for {@link VerbsLibrary}
   */
  private static synchronized long openLibrary() throws NoVerbsException {
    if (opened != 0) {
      return opened;
    }
    if (!NativeLibrary.isLoaded()) {
      throw new NoVerbsException(
          NoVerbsException.Missing.NATIVE_LIBRARY, NativeLibrary.status().toString());
    }
    long handle = VerbsLibrary.open();
    if (handle < 0) {
      throw new NoVerbsException(
          handle == -Errno.ENODEV
              ? NoVerbsException.Missing.MANAGER
              : NoVerbsException.Missing.LIBRARY,
          "libibverbs and librdmacm: " + Errno.name((int) handle));
    }
    opened = handle;
    return handle;
  }

  @Override
  public boolean serves(InetAddress local) {
    return VerbsLibrary.serves(handle, local.getAddress(), scope(local)) == 0;
  }

  private static int scope(InetAddress address) {
    return address instanceof Inet6Address six ? six.getScopeId() : 0;
  }

  @Override
  public Event nextEvent(int timeoutMillis) throws IOException {
    if (!holdsEvent) {
      VerbsException.check("event", VerbsLibrary.nextEvent(handle, timeoutMillis, packed));
      holdsEvent = true;
    }
    Event next = read();
    holdsEvent = false;
    return next;
  }

  /** Throws if there is no memory for the event; the next call reads it again. */
  private Event read() throws IOException {
    Event.Kind what = Event.Kind.of(event.getInt(KIND));
    if (what == null) {
      return null;
    }
    long token = event.getLong(TOKEN);
    if (what == Event.Kind.COMPLETIONS) {
      return completions.again(token);
    }
    byte[] data = bytes(DATA, event.getInt(DATA_LENGTH));
    int error = event.getInt(ERROR);
    if (error != 0) {
      Log.debug("RDMA " + what + ": " + Errno.name(error) + ", status " + event.getInt(STATUS));
    }
    int peer = event.getInt(PEER_QUEUE_PAIR);
    if (what != Event.Kind.REQUEST) {
      return new Event(what, token, error, null, null, null, peer, data);
    }
    return new Event(
        what,
        token,
        error,
        new NativeRequest(event.getLong(REQUEST)),
        address(LOCAL),
        address(REMOTE),
        peer,
        data);
  }

  @Override
  public RingPages pages(int bytes) throws IOException {
    return RingMemory.ofSize(bytes);
  }

  private byte[] bytes(int at, int length) {
    byte[] bytes = new byte[length];
    event.get(at, bytes);
    return bytes;
  }

  private InetAddress address(int at) throws UnknownHostException {
    return InetAddress.getByAddress(bytes(at, event.getInt(ADDRESS_LENGTH)));
  }

  @Override
  public void wake() {
    VerbsLibrary.wake(handle);
  }

  @Override
  public Listener listen(InetAddress local, int port, long token) throws IOException {
    // Made before: if its allocation failed after, nothing could close the listener.
    NativeListener listener = new NativeListener();
    listener.handle =
        VerbsException.check(
            "listener",
            VerbsLibrary.listen(handle, local.getAddress(), scope(local), port, BACKLOG, token));
    return listener;
  }

  @Override
  public VerbsEndpoint connect(InetAddress local, InetSocketAddress remote, byte[] data, long token)
      throws IOException {
    InetAddress to = remote.getAddress();
    NativeEndpoint endpoint = new NativeEndpoint();
    return endpoint.of(
        VerbsException.check(
            "connection",
            VerbsLibrary.connect(
                handle,
                local.getAddress(),
                scope(local),
                to.getAddress(),
                scope(to),
                remote.getPort(),
                SETTINGS,
                data,
                token)));
  }

  private static final class NativeListener implements Listener {

    private long handle;

    @Override
    public void close() {
      VerbsLibrary.unlisten(handle);
    }
  }

  private static final class NativeRequest implements Request {

    private static final long ANSWERED = 0;

    private long handle;

    NativeRequest(long handle) {
      this.handle = handle;
    }

    @Override
    public VerbsEndpoint accept(byte[] data, long token) throws IOException {
      NativeEndpoint endpoint = new NativeEndpoint();
      endpoint.of(
          VerbsException.check("connection", VerbsLibrary.accept(handle, SETTINGS, data, token)));
      handle = ANSWERED;
      return endpoint;
    }

    @Override
    public void refuse(byte[] data) {
      if (handle != ANSWERED) {
        VerbsLibrary.refuse(handle, data);
        handle = ANSWERED;
      }
    }
  }
}
