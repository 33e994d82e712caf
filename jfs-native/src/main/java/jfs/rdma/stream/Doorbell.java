package jfs.rdma.stream;

import jfs.core.host.HostServices;
import jfs.core.host.KeepAlive;

/**
 * Wakes threads that sleep in TCP and that nothing else could wake: the peer's reader, by one byte
 * behind a direction's last byte there; this end's own threads, when what they wait for will never
 * come. Never blocks: where TCP takes no byte it already holds others for the peer, and those wake
 * its reader, too.
 *
 * <p>It uses the connection's own descriptor, since one more would count against the program's
 * limit. After TCP is closed the number may belong to another connection, so nothing uses it from
 * {@link #silence} on, which comes before the close. What refers to this also refers to {@link
 * jfs.core.transport.Anchor TCP}, so that TCP is not collected meanwhile.
 *
 * <p>Any thread may call. Its monitor is held while the descriptor is used, so that {@link
 * #silence} waits for that; beneath it no thread takes another one.
 */
final class Doorbell {

  private static final int NONE = -1;

  private final HostServices services;
  private final int descriptor;
  private boolean ready;
  private boolean silent;

  /** On this descriptor; negative if there is none. */
  Doorbell(HostServices services, int descriptor) {
    this.services = services;
    this.descriptor = services == null ? NONE : descriptor;
  }

  boolean isThere() {
    return descriptor >= 0;
  }

  /** This direction has sent its last byte on TCP. */
  synchronized void ready() {
    ready = isThere() && !silent;
  }

  /** Rings once at most, since the peer asks once at most. */
  synchronized void ring() {
    if (ready) {
      ready = false;
      services.sendByte(descriptor);
    }
  }

  /**
   * There is no peer any more to switch with: makes threads that read from TCP return, and those
   * that write to it fail. Sends the peer nothing: a peer that was never committed would take the
   * end of TCP for the end of the stream.
   */
  synchronized void hangUp() {
    if (isThere() && !silent) {
      services.hangUp(descriptor);
    }
  }

  /** Whether the kernel has ended TCP; false where that is not known. */
  synchronized boolean isTcpOver() {
    return isThere() && !silent && services.isOver(descriptor);
  }

  /** Takes the error that the kernel ended TCP with; 0 if a thread has already got it. */
  synchronized int takeTcpError() {
    return isThere() && !silent ? services.takeError(descriptor) : 0;
  }

  /** How the kernel probes the peer; null where that is not known. */
  synchronized KeepAlive keepAlive() {
    return isThere() && !silent ? services.keepAlive(descriptor) : null;
  }

  /** Makes the kernel probe the peer in this way. */
  synchronized void keepAlive(KeepAlive wanted) {
    if (isThere() && !silent) {
      services.keepAlive(descriptor, wanted);
    }
  }

  /** To be called before TCP is closed. Idempotent; allocates nothing. */
  synchronized void silence() {
    ready = false;
    silent = true;
  }
}
