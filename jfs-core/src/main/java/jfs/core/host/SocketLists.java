package jfs.core.host;

import java.io.IOException;
import java.util.Collections;
import jfs.core.transport.FourTuple;

/**
 * Tells by the lists of sockets of two moments whether the kernel may have rewritten a connection.
 *
 * <p>Say a client's socket has the mirror of an accepted one's addresses, but is of another
 * connection. Then its own server has another port at its far end. That may again be the port of
 * another client, and so on, but in the end there is a server to which no client fits, or a client
 * to which no server fits. So a connection to a listener may be rewritten if any other one of that
 * listener lacks its other end. Connections that come or go while the list is read lack it in that
 * list alone: the same one has to lack it in two.
 *
 * <p>Any thread may call. Nothing is to be initialized here, as in {@link Redirects}.
 */
final class SocketLists {

  /** A list is read for a twentieth of the time at most. */
  private static final int PAUSES = 20;

  /** So long a list speaks for later connections, too; or until the next one may be read. */
  private static final long VALID_NANOS = 1_000_000_000L;

  /** The last list that was read, or null; and when that began, and ended. Guarded by the class. */
  private static SocketList last;

  private static long began;
  private static long ended;

  /** The list before that, or null; and when that began. */
  private static SocketList former;

  private static long formerBegan;

  private SocketLists() {}

  /**
   * Asks for an accepted connection.
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
    long now = System.nanoTime();
    boolean recent = last != null && now - ended < Math.max(VALID_NANOS, pauseNanos());
    if (recent && !redirectable && last.vouchesFor(ends)) {
      return Boolean.FALSE;
    }
    // A list tells of connections that were there when it was begun, and of their other ends.
    if ((last == null || began - made < 0) && !read()) {
      return null;
    }
    if (redirectable && last.hasElsewhere(ends)) {
      return Boolean.TRUE;
    }
    if (last.lonely(ends).isEmpty()) {
      return Boolean.FALSE;
    }
    boolean isSecond = (former != null && formerBegan - made >= 0) || read();
    if (former != null && !Collections.disjoint(last.lonely(ends), former.lonely(ends))) {
      return Boolean.TRUE;
    }
    return isSecond ? Boolean.FALSE : null;
  }

  /** Reads a list, unless the last one was read a short time ago. */
  private static boolean read() throws IOException {
    long now = System.nanoTime();
    if (last != null && now - ended < pauseNanos()) {
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

  private static long pauseNanos() {
    return PAUSES * (ended - began);
  }
}
