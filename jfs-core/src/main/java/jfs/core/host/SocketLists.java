package jfs.core.host;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.Map;
import jfs.core.transport.FourTuple;

/**
 * Tells by lists of sockets, of moments one after the other, whether the kernel may have rewritten
 * a connection.
 *
 * <p>Say a client's socket has the mirror of an accepted one's addresses, but is of another
 * connection. Then its own server has another port at its far end, which may again be a client's,
 * and so on; and somewhere there is a socket to which no other end fits. So a connection is what it
 * seems only if none of its listener's connections lacks an end, and none with one of their ends
 * does.
 *
 * <p>A list is not of one moment, and connections come and go. So only sockets count that were open
 * both ways in two lists, and the client that is asked for in one before. Any thread may call.
 * Nothing is to be initialized here, as in {@link Redirects}.
 */
final class SocketLists {

  /** They are read for a twentieth of the time at most, or once in the longest pause. */
  private static final int PAUSES = 20;

  /**
   * The longest pause. A read of three lists takes a second with a million sockets; if it took much
   * longer, most likely the JVM was stopped meanwhile, for what may have been hours.
   */
  private static final long LONGEST_PAUSE_NANOS = 120_000_000_000L;

  /**
   * What was read last, which a short heap may take; null before that, or after a failure. Guarded
   * by the class.
   */
  private static SoftReference<Moment> last;

  /** When reading that was begun, and when it ended, and what it told was last looked at. */
  private static long began;

  private static long ended;

  private SocketLists() {}

  /** Three lists, and what they tell, by the listener's end: see {@link SocketList#hasLonely}. */
  private static final class Moment {
    final SocketList first;
    final SocketList second;
    final SocketList third;
    final Map<Long, ListenerConnections> near = new HashMap<>();
    final Map<Long, ListenerConnections> all = new HashMap<>();

    Moment() throws IOException {
      first = SocketList.read();
      second = SocketList.read();
      third = SocketList.read();
    }

    Boolean judge(FourTuple ends, boolean redirectable) {
      Map<Long, ListenerConnections> judged = redirectable ? all : near;
      Long listener = SocketList.localEnd(ends);
      ListenerConnections connections = judged.get(listener);
      if (connections == null) {
        connections = new ListenerConnections(first, second, third, ends, redirectable);
        judged.put(listener, connections);
      }
      return connections.isRewritten(ends);
    }
  }

  /** Whether a socket of this network namespace may have an address, as its interfaces say. */
  static boolean isOfThisHost(InetAddress address) throws IOException {
    return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
  }

  /**
   * Asks for an accepted connection from an address of this host. What is not null holds as long as
   * it is open both ways.
   *
   * @param ends as its accepted end sees them
   * @param made a value of {@link System#nanoTime} since which the connection exists
   * @param redirectable whether the kernel has not said that it is not redirected
   * @return null if it is not known yet, to be asked again later
   */
  static synchronized Boolean isRewritten(FourTuple ends, long made, boolean redirectable)
      throws IOException {
    Moment moment = last == null ? null : last.get();
    Boolean known = null;
    if (moment != null && began - made >= 0) {
      // Lists tell of connections that were there when the first one was begun.
      known = moment.judge(ends, redirectable);
    }
    if (known == null && mayRead()) {
      moment = read();
      known = moment.judge(ends, redirectable);
      ended = System.nanoTime();
    }
    return known;
  }

  /** Whether that was not done, or tried, a short time ago. */
  private static boolean mayRead() {
    long took = ended - began;
    return took == 0 || System.nanoTime() - ended >= pauseAfter(took);
  }

  /** How long lists are not read after a read that took so long, both in nanoseconds. */
  static long pauseAfter(long took) {
    return took < LONGEST_PAUSE_NANOS / PAUSES ? PAUSES * took : LONGEST_PAUSE_NANOS;
  }

  /** Reads three lists, one after the other. */
  private static Moment read() throws IOException {
    last = null;
    began = System.nanoTime();
    try {
      Moment moment = new Moment();
      last = new SoftReference<>(moment);
      return moment;
    } finally {
      ended = System.nanoTime();
    }
  }
}
