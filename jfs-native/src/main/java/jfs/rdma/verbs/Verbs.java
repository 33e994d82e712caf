package jfs.rdma.verbs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * RDMA verbs and their connection manager, as the transport uses them: of the native library, or a
 * test's own in memory. All but {@link #wake} and {@link #pages} is for one thread, the reactor's.
 */
public interface Verbs {

  /** Whether a device can make connections from this address. */
  boolean serves(InetAddress local);

  /**
   * The next event, or null if there was none in this time or {@link #wake} was called. It is valid
   * until the next call. If there is no memory for it, this throws an {@link OutOfMemoryError}, and
   * the next call returns the event.
   *
   * @param timeoutMillis negative for ever
   * @throws IOException if the connection manager has failed: for good, unless it is for lack of
   *     resources ({@link VerbsException#isLack}), and then no event is lost
   */
  Event nextEvent(int timeoutMillis) throws IOException;

  /** Makes {@link #nextEvent} return, now or when next called. Any thread. */
  void wake();

  /** Listens for requests at an address and a port of the connection manager's own port space. */
  Listener listen(InetAddress local, int port, long token) throws IOException;

  /**
   * Begins to connect: an event {@code ACCEPTED}, {@code REFUSED} or {@code FAILED} follows.
   *
   * @param data the private data of the request
   */
  VerbsEndpoint connect(InetAddress local, InetSocketAddress remote, byte[] data, long token)
      throws IOException;

  /**
   * Room for rings that endpoints can register, or for bytes that no thread reads. Any thread may
   * call.
   *
   * @throws IOException if there is none
   */
  RingPages pages(int bytes) throws IOException;

  /** A listener of the connection manager. */
  interface Listener {

    /** Ends it. */
    void close();
  }

  /** A peer's request to connect. */
  interface Request {

    /**
     * Accepts: an event {@code ESTABLISHED} follows, or one that the connection has ended. If this
     * fails, refuse.
     */
    VerbsEndpoint accept(byte[] data, long token) throws IOException;

    /** Refuses, with private data; does nothing if the request was answered before. */
    void refuse(byte[] data);
  }
}
