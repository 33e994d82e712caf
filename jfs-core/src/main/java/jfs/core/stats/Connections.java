package jfs.core.stats;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;

/**
 * The connections of this JVM: those that live, and what those that ended did.
 *
 * <p>A socket that the application forgot must stay collectable, so the live ones are held by weak
 * references; the queue of those that died unclosed is looked at when the next one is made, which
 * spares a thread. Any thread may call.
 */
public final class Connections {

  private static final Connections PROCESS = new Connections();

  private final Totals ended = new Totals();
  private final AtomicInteger made = new AtomicInteger();
  private final Set<Live> live = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();

  /** The connections that the summary and {@code jfs status} show. */
  public static Connections ofProcess() {
    return PROCESS;
  }

  /** A live connection, or one that its owner forgot to close. */
  public final class Live extends WeakReference<Object> {
    private final ConnectionStats stats;
    private final int number = made.incrementAndGet();

    private Live(Object owner, ConnectionStats stats) {
      super(owner, forgotten);
      this.stats = stats;
    }

    /** Identity is meant; but the JVM takes its time to make up a hash code of its own. */
    @Override
    public int hashCode() {
      return number;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    /** Tells the connections of a JVM apart; in the order in which they were made. */
    int number() {
      return number;
    }

    /** The counters to count on. */
    public ConnectionStats stats() {
      return stats;
    }

    /** Moves the connection to those that ended; idempotent. */
    public void end() {
      synchronized (ended) {
        if (live.remove(this)) {
          ended.addConnection(stats.origin(), stats.transport(), stats.reason());
          stats.fold();
        }
      }
    }
  }

  /**
   * Counts a connection that was just made.
   *
   * @param owner ends the connection when it is collected
   * @param ends the addresses, or null where nobody has asked for them
   * @param reason why the connection is on TCP
   */
  public Live add(Object owner, Origin origin, FourTuple ends, Reason reason) {
    endForgotten();
    Live connection = new Live(owner, new ConnectionStats(ended, origin, ends, reason));
    live.add(connection);
    return connection;
  }

  private void endForgotten() {
    for (Object dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      ((Live) dead).end();
    }
  }

  /** How many connections live. */
  public int liveCount() {
    endForgotten();
    return live.size();
  }

  /** Those that live, in no order; those that are made or end meanwhile may be among them. */
  public Iterator<Live> live() {
    endForgotten();
    return live.iterator();
  }

  /**
   * The figures of all connections so far, ended and live: each connection once, though it may be
   * ending. The bytes are exact when none are under way.
   */
  Totals snapshot() {
    endForgotten();
    Totals all = new Totals();
    synchronized (ended) {
      for (Live connection : live) {
        ConnectionStats stats = connection.stats;
        TransportKind transport = stats.transport();
        all.addConnection(stats.origin(), transport, stats.reason());
        all.addBytes(transport, stats.sent(), stats.received());
      }
      all.add(ended);
    }
    return all;
  }
}
