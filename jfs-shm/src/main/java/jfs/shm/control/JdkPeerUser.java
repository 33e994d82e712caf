package jfs.shm.control;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;
import jfs.core.config.Log;

/**
 * Which user a peer runs as, by the JDK's own means: for a JVM without the native library. A class
 * of its own, which a first link loads: the module {@code jdk.net} may be missing from a runtime
 * image.
 *
 * <p>The JDK looks up the user's name as well, which takes a while where a server has the names.
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
      Log.debug("user of a peer not known: " + Log.describe(e));
      return;
    }
    // The JDK tells no number of the peer's user, so this compares what it makes of the numbers. In
    // one call: another user may exchange a folder that lies in a folder of that user.
    Map<String, Object> own =
        Files.readAttributes(place.folder(), "unix:uid,owner", LinkOption.NOFOLLOW_LINKS);
    if (!own.get("uid").equals(place.user()) || !user.equals(own.get("owner"))) {
      throw new IOException("a JVM of user " + user);
    }
  }
}
