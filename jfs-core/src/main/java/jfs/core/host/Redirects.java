package jfs.core.host;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import jfs.core.config.Log;
import jfs.core.transport.FourTuple;

/**
 * Whether the kernel has rewritten a connection within this network namespace: the port or address
 * that it goes to (DNAT and REDIRECT, iptables-extensions(8)), or that it is from (SNAT and
 * MASQUERADE, and any client whose port clashes with one of these). The other end then has other
 * addresses than this one. Another socket may have the mirror of this end's addresses, since the
 * kernel gives that socket's own connection another port at its far end; so the two would be taken
 * for the ends of one connection.
 *
 * <p>With the native library the kernel says, mostly, where a connection went first. The rest is
 * seen in the list of sockets ({@link SocketLists}), which is read only where the kernel tracks
 * connections: else it rewrites none.
 *
 * <p>Any thread may call. It has nothing to initialize, since memory may be short at its first use.
 */
public final class Redirects {

  /** Absent where the kernel tracks none, and in a user namespace of some kernels. */
  private static final String TRACKED = "/proc/sys/net/netfilter/nf_conntrack_count";

  private static final String TRACKING = "/proc/self/net/stat/nf_conntrack";

  private Redirects() {}

  /**
   * Asks for a connection of this process.
   *
   * @param ends as its accepted end sees them
   * @param accepted the descriptor of that end, negative if unknown
   * @param made a value of {@link System#nanoTime} since which the connection exists
   * @return null if it is not known yet, to be asked again later
   */
  public static Boolean of(FourTuple ends, int accepted, long made) {
    HostServices services = HostServices.installed();
    Boolean said = (services == null || accepted < 0) ? null : services.isRedirected(accepted);
    if (Boolean.TRUE.equals(said)) {
      return said;
    }
    try {
      if (!tracksConnections()) {
        return Boolean.FALSE;
      }
      if (!ends.isKnown()) {
        return null; // closed
      }
      return SocketLists.isOfThisHost(ends.remoteAddress())
          ? SocketLists.isRewritten(ends, made, said == null)
          : said; // the other end is in no list here
    } catch (IOException e) {
      Log.debug("the sockets of this network namespace are not known", e);
      return null;
    }
  }

  private static boolean tracksConnections() throws IOException {
    File tracked = new File(TRACKED);
    if (!tracked.exists()) {
      return new File(TRACKING).exists();
    }
    try (InputStream file = new FileInputStream(tracked)) {
      return file.read() != '0'; // the first digit of their number
    }
  }
}
