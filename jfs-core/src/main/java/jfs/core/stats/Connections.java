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

  /** The connections in which JFS has no part yet. Any thread may call. */
  public interface Source {

    /** Has JFS get its part in those that live, which enters each. May wait for a socket's lock. */
    void enterAll();

    /**
     * Adds those that live to figures, and those that have ended since the last call; enters these
     * here, too. At the moment of which that is true it has {@link #addKnown} add the others, under
     * a lock that connections need as they end. Waits for no socket. One thread at a time.
     */
    void count(Totals all);
  }

  /** Its monitor is never held while a thread blocks; it guards the list of live ones, too. */
  private final Totals ended = new Totals();

  private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();

  /** A list linked through the connections: a set would cost each several times as much. */
  private Live newest;

  private int liveCount;
  private int made;

  /** Held by a thread that asks the source for figures: what ends counts once. */
  private final Object counting = new Object();

  /** Null if JFS has its part in each connection from the start. */
  private volatile Source source;

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

  /** Sets what knows the connections in which JFS has no part yet. */
  public void learnFrom(Source newSource) {
    source = newSource;
  }

  /** A live connection, or one that the program forgot to close. */
  public final class Live extends WeakReference<Object> {
    private final ConnectionStats stats;
    private final int number;
    private Live older;
    private Live newer;
    private boolean over;

    /** Whether the source still counts it. */
    private boolean coming;

    private Live(Object owner, ConnectionStats stats, boolean coming) {
      super(owner, forgotten);
      this.stats = stats;
      this.coming = coming;
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

    /** It counts here from now on, and no more at its source. Nothing that this does may fail. */
    public void come() {
      synchronized (ended) {
        coming = false;
      }
    }

    /** Moves the connection to the ended ones; idempotent. */
    public void end() {
      synchronized (ended) {
        if (over) {
          return;
        }
        over = true;
        unlink();
        if (coming) {
          return; // it counts at its source
        }
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
    endForgotten();
    long now = System.currentTimeMillis();
    return new Live(owner, new ConnectionStats(ended, origin, ends, reason, now), false);
  }

  /**
   * Enters a connection that the source knows, and that counts there until {@link Live#come}.
   *
   * @param since when it was made, in milliseconds since the epoch
   */
  public Live addComing(Object owner, Origin origin, FourTuple ends, Reason reason, long since) {
    endForgotten();
    return new Live(owner, new ConnectionStats(ended, origin, ends, reason, since), true);
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

  /** How many connections live, also of those that JFS has no part in. */
  public int liveCount() {
    return snapshot().live();
  }

  /** The live connections in which JFS has a part, the newest first. Waits for no socket. */
  public List<Live> live() {
    endForgotten();
    synchronized (ended) {
      List<Live> all = new ArrayList<>(liveCount);
      for (Live connection = newest; connection != null; connection = connection.older) {
        if (!connection.coming) {
          all.add(connection);
        }
      }
      return all;
    }
  }

  /**
   * Has JFS get its part in all live connections, and asks for their addresses, for those who want
   * to see each. May wait for the lock of a socket that lingers: this skips connections that are
   * closing, but one may begin to close just now.
   */
  public void learn() {
    Source now = source;
    if (now != null) {
      now.enterAll();
    }
    for (Live connection : live()) {
      connection.stats().learnAddress();
    }
  }

  /**
   * The figures of all connections so far, ended and live. Each connection counts once, even if it
   * ends meanwhile, or JFS gets its part in it. The bytes are exact when no read or write is under
   * way. Waits for no socket, and gives JFS a part in none: a program that is watched may gain
   * nothing by that.
   */
  Totals snapshot() {
    endForgotten();
    Totals all = new Totals();
    Source now = source;
    if (now == null) {
      addKnown(all);
    } else {
      Totals.prepare();
      synchronized (counting) {
        now.count(all);
      }
    }
    return all;
  }

  /** Adds the connections in which JFS has, or had, a part. */
  public void addKnown(Totals all) {
    synchronized (ended) {
      for (Live connection = newest; connection != null; connection = connection.older) {
        if (!connection.coming) {
          ConnectionStats stats = connection.stats;
          TransportKind transport = stats.transport();
          all.addLive(stats.origin(), transport, stats.reason(), stats.sent(), stats.received());
        }
      }
      all.add(ended);
    }
  }
}
