package jfs.rdma;

import jfs.core.host.HostServices;

/**
 * Sends one byte on TCP behind a direction's last there, for a reader that sleeps in TCP and could
 * not be woken otherwise. Never blocks: where TCP takes no byte it holds others, which wake, too.
 *
 * <p>Through a descriptor of its own, for the connection's may be closed at any time and be another
 * connection's then. Guarded by the wire's monitor.
 */
final class Doorbell {

  private static final int NONE = -1;

  private final HostServices services;
  private int descriptor;

  /** Takes a duplicate of a descriptor; none if there is none to be had. */
  Doorbell(HostServices services, int of) {
    this.services = services;
    descriptor = of < 0 || services == null ? NONE : services.duplicate(of);
  }

  boolean isThere() {
    return descriptor >= 0;
  }

  void ring() {
    if (isThere()) {
      services.sendByte(descriptor);
    }
    close(); // once is all that is ever asked for
  }

  /** To be called before TCP is closed, which would not end while this is open. Idempotent. */
  void close() {
    if (isThere()) {
      services.close(descriptor);
      descriptor = NONE;
    }
  }
}
