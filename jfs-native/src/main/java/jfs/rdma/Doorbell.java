package jfs.rdma;

import jfs.core.host.HostServices;
import jfs.core.host.KeepAlive;

/**
 * Wakes who sleeps in TCP and could not be woken otherwise: the peer's reader, by one byte behind a
 * direction's last there; this end's own threads, when what they wait for will never come. Never
 * blocks: where TCP takes no byte it holds others, which wake, too.
 *
 * <p>Through the connection's own descriptor, since one more would count against the program's
 * limit. Its number may be another connection's once TCP is closed, so it is not used from {@link
 * #silence} on, which is before that. What refers to this also refers to {@link
 * jfs.core.transport.Anchor TCP}, which is not collected meanwhile.
 *
 * <p>Guarded by the wire's monitor.
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
  void ready() {
    ready = isThere();
  }

  /** Once at most, for that is all that is ever asked for. */
  void ring() {
    if (ready) {
      ready = false;
      services.sendByte(descriptor);
    }
  }

  /**
   * There is no peer any more to be switched with: has a thread return that reads from TCP, and
   * fail that writes to it. The peer is told nothing, since the end of TCP would be that of the
   * stream for a peer that was never bound.
   */
  void hangUp() {
    if (isThere() && !silent) {
      services.hangUp(descriptor);
    }
  }

  /** Whether the kernel has ended TCP; false where that can't be told. */
  boolean isTcpOver() {
    return isThere() && !silent && services.isOver(descriptor);
  }

  /** Takes the error that the kernel ended TCP with; 0 if a thread was told of it already. */
  int takeTcpError() {
    return isThere() && !silent ? services.takeError(descriptor) : 0;
  }

  /** How the kernel probes the peer; null where that can't be told. */
  KeepAlive keepAlive() {
    return isThere() && !silent ? services.keepAlive(descriptor) : null;
  }

  /** Has the kernel probe it so. */
  void keepAlive(KeepAlive wanted) {
    if (isThere() && !silent) {
      services.keepAlive(descriptor, wanted);
    }
  }

  /** To be called before TCP is closed. Idempotent. */
  void silence() {
    ready = false;
    silent = true;
  }
}
