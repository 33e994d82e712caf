package jfs.core.stats;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
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

  /** Its monitor is held for a few instructions, and guards the list of those that live, too. */
  private final Totals ended = new Totals();

  private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();

  /** Linked through the connections themselves: a set would cost each several times as much. */
  private Live newest;

  private int liveCount;
  private int made;

  /** The connections that the summary and {@code jfs status} show. */
  public static Connections ofProcess() {
    return PROCESS;
  }

  /** A live connection, or one that its owner forgot to close. */
  public final class Live extends WeakReference<Object> {
    private final ConnectionStats stats;
    private final int number;
    private Live older;
    private Live newer;
    private boolean over;

    private Live(Object owner, ConnectionStats stats) {
      super(owner, forgotten);
      this.stats = stats;
      synchronized (ended) {
        number = ++made;
        liveCount++;
        older = newest;
        if (older != null) {
          older.newer = this;
        }
        newest = this;
      }
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
        if (!over) {
          over = true;
          unlink();
          ended.addConnection(stats.origin(), stats.transport(), stats.reason());
          stats.fold();
        }
      }
    }

    private void unlink() {
      liveCount--;
      if (newer == null) {
        newest = older;
      } else {
        newer.older = older;
      }
      if (older != null) {
        older.newer = newer;
      }
      newer = null;
      older = null;
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
    return new Live(owner, new ConnectionStats(ended, origin, ends, reason));
  }

  private void endForgotten() {
    for (Object dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      ((Live) dead).end();
    }
  }

  /** How many connections live. */
  public int liveCount() {
    endForgotten();
    synchronized (ended) {
      return liveCount;
    }
  }

  /** Those that live now, the newest first. */
  public List<Live> live() {
    endForgotten();
    synchronized (ended) {
      List<Live> all = new ArrayList<>(liveCount);
      for (Live connection = newest; connection != null; connection = connection.older) {
        all.add(connection);
      }
      return all;
    }
  }

  /**
   * Asks for the addresses of those that live. May wait for the lock of a socket that lingers: none
   * is asked that is known to be closing, but one may begin to just now.
   */
  public void learnAddresses() {
    for (Live connection : live()) {
      connection.stats().learnAddress();
    }
  }

  /**
   * The figures of all connections so far, ended and live: each connection once, though it may be
   * ending. The bytes are exact when none are under way.
   */
  Totals snapshot() {
    endForgotten();
    Totals all = new Totals();
    synchronized (ended) {
      for (Live connection = newest; connection != null; connection = connection.older) {
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
