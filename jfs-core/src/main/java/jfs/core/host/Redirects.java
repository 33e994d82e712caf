package jfs.core.host;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import jfs.core.config.Log;
import jfs.core.transport.FourTuple;

/**
 * Whether the kernel has redirected a connection to the socket that has accepted it (DNAT and
 * REDIRECT, iptables-extensions(8)). The other end then has other addresses than this one. Another
 * socket may have the mirror of this end's addresses, since the kernel gives that socket's own
 * connection another port at its far end; so the two would be taken for the ends of one connection.
 *
 * <p>With the native library the kernel says it, mostly. Else, a socket of this network namespace
 * that has the peer's address and port, and is connected elsewhere, may be the one that was
 * redirected. That is asked only where the kernel tracks connections: else it redirects none.
 *
 * <p>Any thread may call. It has nothing to initialize, since memory may be short at its first use.
 */
public final class Redirects {

  /** Absent where the kernel tracks none, and in a user namespace of some kernels. */
  private static final String TRACKED = "/proc/sys/net/netfilter/nf_conntrack_count";

  private static final String TRACKING = "/proc/self/net/stat/nf_conntrack";

  /** The list of sockets is read for a twentieth of the time at most. */
  private static final int PAUSES = 20;

  /** The last list that was read, or null; and when that began, and ended. Guarded by the class. */
  private static SocketList list;

  private static long began;
  private static long ended;

  private Redirects() {}

  /**
   * Asks for a connection of this process.
   *
   * @param ends as its accepted end sees them
   * @param accepted the descriptor of that end, negative if unknown
   * @param made a value of {@link System#nanoTime} since which the connection exists
   * @return also true if that may be; null if it is not known yet, to be asked again later
   */
  public static Boolean of(FourTuple ends, int accepted, long made) {
    HostServices services = HostServices.installed();
    Boolean said = (services == null || accepted < 0) ? null : services.isRedirected(accepted);
    if (said != null) {
      return said;
    }
    try {
      return tracksConnections() ? mayBe(ends, made) : Boolean.FALSE;
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

  private static synchronized Boolean mayBe(FourTuple ends, long made) throws IOException {
    if (!ends.isKnown()) {
      return null; // closed
    }
    // A list tells of connections that were there when it was begun, and of their other ends.
    if (list == null || began - made < 0) {
      long now = System.nanoTime();
      if (list != null && now - ended < PAUSES * (ended - began)) {
        return null;
      }
      list = SocketList.read();
      began = now;
      ended = System.nanoTime();
    }
    return list.hasElsewhere(ends);
  }
}
