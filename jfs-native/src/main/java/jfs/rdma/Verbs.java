package jfs.rdma;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * RDMA verbs and their connection manager, as the transport uses them: the native library's, or a
 * test's in memory. All but {@link #wake} and {@link #pages} is for one thread, the {@link
 * Reactor}'s.
 */
interface Verbs {

  /** Whether connections from this address could be made. */
  boolean serves(InetAddress local);

  /**
   * The next event, or null if there was none in this time or {@link #wake} was called. It is good
   * until the next call. If there is no memory for it, an {@link OutOfMemoryError} is thrown, and
   * it is the next one's.
   *
   * @param timeoutMillis negative for ever
   * @throws IOException if the connection manager has failed: for good, unless it is for want of
   *     means ({@link VerbsException#isLack}), and then no event is lost
   */
  Event nextEvent(int timeoutMillis) throws IOException;

  /** Makes {@link #nextEvent} return, now or when next called. Any thread. */
  void wake();

  /** Listens for requests at a port, of the connection manager's own ones, at an address. */
  Listener listen(InetAddress local, int port, long token) throws IOException;

  /**
   * Begins to connect: an event {@code ACCEPTED}, {@code REFUSED} or {@code FAILED} follows.
   *
   * @param data what the peer is to see of this with its request
   */
  Endpoint connect(InetAddress local, InetSocketAddress remote, byte[] data, long token)
      throws IOException;

  /**
   * Room for rings that endpoints can register, or for what nobody reads. Any thread.
   *
   * @throws IOException if there is none
   */
  RingPages pages(int bytes) throws IOException;

  /** Something that listens. */
  interface Listener {
    void close();
  }

  /** A peer that wants to connect. */
  interface Request {

    /** Accepts: an event {@code ESTABLISHED} follows, or one of its ends. If it fails, refuse. */
    Endpoint accept(byte[] data, long token) throws IOException;

    /** Refuses, and says why; does nothing if it was answered before. */
    void refuse(byte[] data);
  }
}
