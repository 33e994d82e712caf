package jfs.core.switchover;

import java.net.InetAddress;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import jfs.core.transport.FourTuple;

/**
 * The {@link ListenerHistory} of each listener that this JVM has met lately. Any thread may call.
 */
final class Histories {

  /**
   * At this number it forgets all: a program with so many listeners makes new ones all the time.
   */
  private static final int MOST = 1000;

  private static final Histories OF_PROCESS = new Histories();

  private final ConcurrentMap<Listener, ListenerHistory> histories = new ConcurrentHashMap<>();

  /**
   * A listener. One of this JVM has no address: its connections are alike at all of its addresses.
   */
  private record Listener(InetAddress address, int port) {

    // Written out, here and in other records that a first connection compares. The compiler's
    // version has the JVM make some twenty classes at that moment, in interpreted code.
    @Override
    public boolean equals(Object other) {
      return other instanceof Listener that
          && port == that.port
          && Objects.equals(address, that.address);
    }

    @Override
    public int hashCode() {
      return port ^ Objects.hashCode(address);
    }
  }

  static Histories ofProcess() {
    return OF_PROCESS;
  }

  /** The history of the listener that accepted a connection, in this JVM or at the peer. */
  ListenerHistory of(FourTuple ends, boolean connector) {
    Listener listener =
        connector
            ? new Listener(ends.remoteAddress(), ends.remotePort())
            : new Listener(null, ends.localPort());
    ListenerHistory known = histories.get(listener);
    if (known != null) {
      return known;
    }
    if (histories.size() >= MOST) {
      histories.clear();
    }
    ListenerHistory made = new ListenerHistory();
    ListenerHistory other = histories.putIfAbsent(listener, made);
    return other == null ? made : other;
  }
}
