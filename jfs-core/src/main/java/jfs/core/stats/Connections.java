package jfs.core.stats;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;

/**
 * The connections of this JVM: the live ones, and what the ended ones did.
 *
 * <p>A socket that the application forgot must stay collectable, so this class holds the live ones
 * by weak references. It looks for those that died unclosed when the next one is made, and when
 * figures are asked for, which spares a thread. Any thread may call.
 */
public final class Connections {

  private static final Connections PROCESS = new Connections();

  /** Its monitor is never held while a thread blocks; it guards the list of live ones, too. */
  private final Totals ended = new Totals();

  private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();

  /** A list linked through the connections: a set would cost each several times as much. */
  private Live newest;

  private int liveCount;
  private int made;

  /** Has connections entered that JFS has no part in yet; null if there is nothing to do. */
  private volatile Runnable source;

  /** Told of connections that have ended; null for nobody. */
  private volatile Consumer<ConnectionStats> ends;

  /** The connections that the summary and {@code jfs status} show. */
  public static Connections ofProcess() {
    return PROCESS;
  }

  /** Has an observer told of connections that end; it must not throw, nor block. */
  public void observeEnds(Consumer<ConnectionStats> observer) {
    ends = observer;
  }

  /**
   * Sets what enters the connections that JFS has no part in yet, and tells of those that have
   * ended. It runs before figures are asked for, and holds no lock meanwhile that others need.
   */
  public void learnFrom(Runnable newSource) {
    source = newSource;
  }

  private void learn() {
    Runnable now = source;
    if (now != null) {
      now.run();
    }
    endForgotten();
  }

  /** A live connection, or one that the program forgot to close. */
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

    /**
     * The number of the connection in its JVM; numbers follow the order in which JFS got a part.
     */
    int number() {
      return number;
    }

    /** The counters of the connection. */
    public ConnectionStats stats() {
      return stats;
    }

    /** Moves the connection to the ended ones; idempotent. */
    public void end() {
      synchronized (ended) {
        if (over) {
          return;
        }
        over = true;
        unlink();
        ended.addConnection(stats.origin(), stats.transport(), stats.reason());
        stats.fold();
      }
      ConnectionStats.tell(ends, stats);
    }

    /** It was entered, but what was to be made of it has failed. */
    public void forget() {
      synchronized (ended) {
        if (!over) {
          over = true;
          unlink();
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
   * @param owner the socket; when it is collected, the connection ends
   * @param ends the addresses, or null if no code needs them
   * @param reason why the connection is on TCP
   */
  public Live add(Object owner, Origin origin, FourTuple ends, Reason reason) {
    return add(owner, origin, ends, reason, System.currentTimeMillis());
  }

  /**
   * Counts a connection that was made earlier.
   *
   * @param since when, in milliseconds since the epoch
   */
  public Live add(Object owner, Origin origin, FourTuple ends, Reason reason, long since) {
    endForgotten();
    return new Live(owner, new ConnectionStats(ended, origin, ends, reason, since));
  }

  /** Counts connections that went by TCP without JFS, and have ended. */
  public void addEnded(Origin origin, Reason reason, long connections) {
    synchronized (ended) {
      ended.addPlain(origin, reason, connections);
    }
  }

  /** Counts their bytes. */
  public void addEndedBytes(long sent, long received) {
    synchronized (ended) {
      ended.addBytes(TransportKind.TCP, sent, received);
    }
  }

  private void endForgotten() {
    for (Object dead = forgotten.poll(); dead != null; dead = forgotten.poll()) {
      ((Live) dead).end();
    }
  }

  /** How many connections live. */
  public int liveCount() {
    learn();
    synchronized (ended) {
      return liveCount;
    }
  }

  /** The live connections, the newest first. */
  public List<Live> live() {
    learn();
    synchronized (ended) {
      List<Live> all = new ArrayList<>(liveCount);
      for (Live connection = newest; connection != null; connection = connection.older) {
        all.add(connection);
      }
      return all;
    }
  }

  /**
   * Asks for the addresses of the live connections. May wait for the lock of a socket that lingers:
   * this skips connections that are closing, but one may begin to close just now.
   */
  public void learnAddresses() {
    for (Live connection : live()) {
      connection.stats().learnAddress();
    }
  }

  /**
   * The figures of all connections so far, ended and live. Each connection counts once, even if it
   * ends meanwhile. The bytes are exact when no read or write is under way.
   */
  Totals snapshot() {
    learn();
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
