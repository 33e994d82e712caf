package jfs.shm.control;

import java.io.IOException;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;

/**
 * Proves by the kernel which socket is at the other end of a connection: each side sends the cookie
 * of its own socket, and the other side asks the kernel for the cookie of the socket that it is
 * connected to. Needs the native library; see sock_diag(7).
 */
final class Proof {

  private static final long NONE = 0;

  private Proof() {}

  /** The cookie of this end's socket, 0 if unknown. */
  static long cookie(PairingEnd end) {
    HostServices services = HostServices.installed();
    int descriptor = services == null ? -1 : end.descriptor();
    return descriptor < 0 ? NONE : services.cookie(descriptor);
  }

  /**
   * Whether the peer's cookie is that of the other end; also true if the kernel cannot be asked.
   */
  static boolean holds(FourTuple ends, long peerCookie) {
    if (!ends.isKnown()) {
      return false; // closed
    }
    HostServices services = HostServices.installed();
    if (services == null || peerCookie == NONE) {
      return true;
    }
    try {
      return services.find(ends.mirrored()) == peerCookie;
    } catch (IOException e) {
      Log.debug("no socket diagnosis", e);
      return true;
    }
  }

  /**
   * Whether the other end of a connection may be in another network namespace: it is not in this
   * one, or the kernel cannot be asked. That it is a certain socket there, {@link NamespaceProofs}
   * prove.
   */
  static boolean mayBeElsewhere(FourTuple ends) {
    HostServices services = HostServices.installed();
    return services != null && NamespaceProofs.mayCross(ends) && mayBeElsewhere(services, ends);
  }

  static boolean mayBeElsewhere(HostServices services, FourTuple ends) {
    try {
      return services.find(ends.mirrored()) == NONE;
    } catch (IOException e) {
      Log.debug("no socket diagnosis", e);
      return true;
    }
  }
}
