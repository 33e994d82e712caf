package jfs.shm;

import java.io.IOException;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;

/**
 * The kernel's word on which socket is at the other end of a connection: each side tells the cookie
 * of its own, and the other asks the kernel for the cookie of the one that it is connected to.
 * Where the native library is; see sock_diag(7).
 */
final class Proof {

  private static final long NONE = 0;

  private Proof() {}

  /** The cookie of this end's socket, 0 if it can't be had. */
  static long cookie(PairingEnd end) {
    HostServices services = HostServices.installed();
    int descriptor = services == null ? -1 : end.descriptor();
    return descriptor < 0 ? NONE : services.cookie(descriptor);
  }

  /** Whether the peer's cookie is that of the other end; also if there is nobody to ask. */
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
      Log.debug("no socket diagnosis: " + Log.describe(e));
      return true;
    }
  }
}
