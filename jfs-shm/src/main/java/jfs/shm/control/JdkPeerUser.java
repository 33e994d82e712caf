package jfs.shm.control;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;
import jfs.core.config.Log;

/**
 * Which user a peer runs as, by the JDK's own means: for a JVM without the native library. A class
 * of its own, which a first link loads: the module {@code jdk.net} may be missing from a runtime
 * image.
 *
 * <p>The JDK looks up the peer's name as well, which takes a while where a server has the names.
 * That no name is known does not matter.
 */
final class JdkPeerUser {

  private JdkPeerUser() {}

  /** Fails if a peer is known to run as another user than the owner of the rendezvous directory. */
  static void require(SocketChannel channel, RendezvousDirectory place) throws IOException {
    UserPrincipal user;
    try {
      user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    } catch (LinkageError | UnsupportedOperationException | SecurityException | SocketException e) {
      // No such module, another system, a security manager that does not know JFS, or a kernel that
      // does not tell: it knows since the connection was made, and no peer can have it forget.
      Log.debug("user of a peer not known", e);
      return;
    }
    // The JDK tells no number of the peer's user, so this compares what it makes of the numbers.
    if (!user.equals(place.requireOwner())) {
      throw new IOException("a JVM of user " + user);
    }
  }
}
