package jfs.core.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.Map;
import jfs.core.transport.FourTuple;

/**
 * Tells by the lists of sockets of two moments whether the kernel may have rewritten a connection.
 *
 * <p>Say a client's socket has the mirror of an accepted one's addresses, but is of another
 * connection. Then its own server has another port at its far end, which may again be a client's,
 * and so on; and somewhere there is a socket to which no other end fits. So a connection is what it
 * seems only if none of its listener's connections lacks an end, and none with one of their ends
 * does.
 *
 * <p>A list is not of one moment, and connections come and go. So only sockets count that were open
 * both ways in both lists. Any thread may call. Nothing is to be initialized here, as in {@link
 * Redirects}.
 */
final class SocketLists {

  /** They are read for a twentieth of the time at most. */
  private static final int PAUSES = 20;

  /** The two that were read last, or null; and when that began, and ended. Guarded by the class. */
  private static SocketList former;

  private static SocketList last;
  private static long began;
  private static long ended;

  /** What these two tell, by the listener's end. */
  private static Map<Long, ListenerConnections> judged;

  private SocketLists() {}

  /** Whether a socket of this network namespace may have an address, as its interfaces say. */
  static boolean isOfThisHost(InetAddress address) throws IOException {
    return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
  }

  /**
   * Asks for an accepted connection from an address of this host. What is not null holds as long as
   * the connection.
   *
   * @param ends as its accepted end sees them
   * @param made a value of {@link System#nanoTime} since which the connection exists
   * @return null if it is not known yet, to be asked again later
   */
  static synchronized Boolean isRewritten(FourTuple ends, long made) throws IOException {
    Boolean known = judge(ends, made);
    if (known == null && read()) {
      known = judge(ends, made);
    }
    return known;
  }

  private static Boolean judge(FourTuple ends, long made) {
    if (last == null || began - made < 0) {
      return null; // a list tells of connections that were there when it was begun
    }
    Long listener = SocketList.localEnd(ends);
    ListenerConnections connections = judged.get(listener);
    if (connections == null) {
      connections = new ListenerConnections(former, last, ends);
      judged.put(listener, connections);
    }
    return connections.isRewritten(ends);
  }

  /** Reads two lists, one after the other, unless that was done a short time ago. */
  private static boolean read() throws IOException {
    long now = System.nanoTime();
    if (last != null && now - ended < PAUSES * (ended - began)) {
      return false;
    }
    SocketList first = SocketList.read();
    last = SocketList.read();
    former = first;
    judged = new HashMap<>();
    began = now;
    ended = System.nanoTime();
    return true;
  }
}
