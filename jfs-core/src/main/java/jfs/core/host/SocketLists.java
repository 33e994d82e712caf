package jfs.core.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.Set;
import jfs.core.transport.FourTuple;

/**
 * Tells by the lists of sockets of two moments whether the kernel may have rewritten a connection.
 *
 * <p>Say a client's socket has the mirror of an accepted one's addresses, but is of another
 * connection. Then its own server has another port at its far end. That may again be the port of
 * another client, and so on, but in the end there is a server to which no client fits, or a client
 * to which no server fits. So a connection is what it seems only if no established socket of its
 * listener lacks its other end.
 *
 * <p>Connections that come or go while the list is read may lack it in that list. So where some do,
 * it takes a second list, in which these have gone. A server that has got its client since is as
 * good a reason for doubt: a client is there before its server.
 *
 * <p>Any thread may call. Nothing is to be initialized here, as in {@link Redirects}.
 */
final class SocketLists {

  /** A list is read for a twentieth of the time at most. */
  private static final int PAUSES = 20;

  /** The last list that was read, or null; and when that began, and ended. Guarded by the class. */
  private static SocketList last;

  private static long began;
  private static long ended;

  /** The list before that, or null; and when that began. */
  private static SocketList former;

  private static long formerBegan;

  private SocketLists() {}

  /**
   * Asks for an accepted connection. What is not null holds as long as the connection.
   *
   * @param ends as its accepted end sees them
   * @param made a value of {@link System#nanoTime} since which the connection exists
   * @param redirectable whether it may also have been redirected, for all that the kernel says
   * @return also true if that may be; null if it is not known yet, to be asked again later
   */
  static synchronized Boolean isRewritten(FourTuple ends, long made, boolean redirectable)
      throws IOException {
    if (!ends.isKnown()) {
      return null; // closed
    }
    if (!redirectable && !isOfThisHost(ends.remoteAddress())) {
      return Boolean.FALSE; // its other end is in no list
    }
    Boolean known = judge(ends, made, redirectable);
    if (known == null && read()) {
      known = judge(ends, made, redirectable);
    }
    return known;
  }

  private static Boolean judge(FourTuple ends, long made, boolean redirectable) throws IOException {
    // A list tells of connections that were there when it was begun, and of their other ends.
    if (last == null || began - made < 0) {
      return null;
    }
    if (redirectable && last.hasElsewhere(ends)) {
      return Boolean.TRUE;
    }
    if (redirectable && !isOfThisHost(ends.remoteAddress())) {
      return Boolean.FALSE;
    }
    if (!last.has(ends.mirrored())) {
      return last.has(ends) ? Boolean.TRUE : null;
    }
    Set<Long> lonely = last.lonely(ends);
    if (lonely.isEmpty()) {
      return Boolean.FALSE;
    }
    if (former == null || formerBegan - made < 0) {
      return null;
    }
    Set<Long> before = former.lonely(ends);
    if (!Collections.disjoint(lonely, before)) {
      return Boolean.TRUE;
    }
    return last.hasServerOf(before, ends) ? null : Boolean.FALSE;
  }

  /** Whether a client may have an address: as far as the last list says, or the interfaces. */
  private static boolean isOfThisHost(InetAddress address) throws IOException {
    return address.isLoopbackAddress()
        || (last != null && last.hasAddress(address))
        || NetworkInterface.getByInetAddress(address) != null;
  }

  /** Reads a list, unless the last one was read a short time ago. */
  private static boolean read() throws IOException {
    long now = System.nanoTime();
    if (last != null && now - ended < PAUSES * (ended - began)) {
      return false;
    }
    SocketList read = SocketList.read();
    former = last;
    formerBegan = began;
    last = read;
    began = now;
    ended = System.nanoTime();
    return true;
  }
}
