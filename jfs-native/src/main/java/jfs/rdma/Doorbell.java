package jfs.rdma;

import jfs.core.host.HostServices;

/**
 * Sends one byte on TCP behind a direction's last there, for a reader that sleeps in TCP and could
 * not be woken otherwise. Never blocks: where TCP takes no byte it holds others, which wake, too.
 *
 * <p>Through the connection's own descriptor, since one more would count against the program's
 * limit. Its number may be another connection's once TCP is closed, so it is used from the switch,
 * which is behind the last byte, to {@link #silence}, which is before TCP closes. What refers to
 * this also refers to {@link jfs.core.transport.Anchor TCP}, which is not collected meanwhile.
 *
 * <p>Guarded by the wire's monitor.
 */
final class Doorbell {

  private static final int NONE = -1;

  private final HostServices services;
  private final int descriptor;
  private boolean ready;

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

  /** To be called before TCP is closed. Idempotent. */
  void silence() {
    ready = false;
  }
}
