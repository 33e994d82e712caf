package java.net;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.internal.misc.InnocuousThread;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The connections of sockets in which JFS has no part yet, and when it gets one. Most connections
 * of most programs end before a transport pays. Until one does, a JVM loads none of JFS's own
 * classes for them, and they go by the JDK's TCP with a count. Any thread may call.
 */
public final class JfsPlainConnections {

  /** Makes JFS's part of connections. Set by the agent. */
  public interface Maker {

    /**
     * Makes JFS's part of a connection, which it has not taken over yet.
     *
     * @param jdk the JDK's implementation
     * @param preference the program's, for connection time, latency and bandwidth; or null
     * @param worthIt whether connections of this JVM are worth a transport
     */
    JfsSocketPart make(
        SocketImpl jdk, JfsPlainConnection connection, int[] preference, boolean worthIt)
        throws IOException;

    /**
     * The first connection was made: lets others find this JVM in a while.
     *
     * @throws OutOfMemoryError if there is no thread for that
     */
    void begin();

    /**
     * Connections of this JVM are worth a transport: calls {@link #worthIt} when JFS is ready. Does
     * not wait, and does not fail.
     */
    void want();

    /** A connection has ended in which JFS had no part; called if these are {@link #observe}d. */
    void ended(JfsPlainConnection connection);
  }

  /** Indices of {@link #takeEnded}: twice as many connections, opened before accepted ones. */
  public static final int KINDS = 4;

  /** Connections within this host. */
  public static final int LOCAL = 0;

  /** Connections with other hosts. */
  public static final int ELSEWHERE = 1;

  /** Connections that the program has half-closed. */
  public static final int HALF_CLOSED = 2;

  /** Connections by which the program has sent urgent data. */
  public static final int URGENT = 3;

  /** Where the numbers of bytes are. */
  public static final int SENT = 2 * KINDS;

  public static final int RECEIVED = SENT + 1;

  private static final long RETRY_NANOS = 60_000_000_000L;

  static final ReferenceQueue<JfsDeferredSocketImpl> FORGOTTEN = new ReferenceQueue<>();

  /** Guards the fields that are not volatile, and the links of connections. */
  private static final Object LOCK = new Object();

  // What a call, an answer, and so many bytes are worth: see jfs.core.switchover.UpgradePolicy.
  // Written once, before the first connection.
  static int callMicros;
  static int turnMicros;
  static int shift;
  private static int costMicros;
  private static long worthMicros;
  private static JfsUsualLife usual;

  private static volatile Maker maker;

  /** Whether connections of this JVM are worth a transport, and JFS makes itself ready. */
  private static boolean wanted;

  /** Whether they are, and JFS is ready. */
  private static volatile boolean worthIt;

  private static volatile boolean observed;

  /** The savings with which a new connection asks. */
  private static volatile long firstMark = Long.MAX_VALUE;

  private static JfsPlainConnection newest;
  private static long forgone;
  private static final long[] ENDED = new long[RECEIVED + 1];
  private static final JfsPlainConnection[] EXAMPLES = new JfsPlainConnection[SENT];
  private static volatile boolean told;
  private static long toldAt;

  private JfsPlainConnections() {}

  /**
   * Sets how JFS gets a part, before the first connection.
   *
   * @param marks what a call, an answer, one more of so many bytes (2 to the power of this), and a
   *     pair are worth in microseconds; what all connections must have forgone; the savings with
   *     which a connection first asks, where they have and usually live long, where they have and
   *     do not, and where they have not
   */
  public static void set(Maker newMaker, long... marks) {
    callMicros = (int) marks[0];
    turnMicros = (int) marks[1];
    shift = (int) marks[2];
    costMicros = (int) marks[3];
    worthMicros = marks[4];
    usual = new JfsUsualLife(costMicros, marks[5], marks[6]);
    firstMark = marks[7];
    maker = newMaker;
  }

  static Maker maker() {
    return maker;
  }

  /** A connection was made. */
  static void enter(JfsPlainConnection connection) {
    endForgotten();
    connection.due = connection.local ? firstMark : Long.MAX_VALUE;
    synchronized (LOCK) {
      connection.older = newest;
      if (newest != null) {
        newest.newer = connection;
      }
      newest = connection;
    }
    if (!told) {
      tell();
    }
  }

  /** Has JFS know that there are connections. Without a thread it will know later. */
  private static void tell() {
    synchronized (LOCK) {
      if (told || (toldAt != 0 && System.nanoTime() - toldAt < RETRY_NANOS)) {
        return;
      }
      toldAt = System.nanoTime() | 1;
      try {
        maker.begin();
        told = true;
      } catch (RuntimeException | Error e) {
        // No thread, say, or a security manager. The program is connecting, which must not fail.
      }
    }
  }

  /**
   * Starts a thread of JFS's, which inherits nothing from the program's.
   *
   * @throws OutOfMemoryError if there is none
   */
  public static Thread start(Runnable task) {
    Thread thread = InnocuousThread.newSystemThread("jfs-start", task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void endForgotten() {
    for (Reference<?> dead = FORGOTTEN.poll(); dead != null; dead = FORGOTTEN.poll()) {
      end((JfsPlainConnection) dead);
    }
  }

  /** A connection ends; idempotent. */
  static void end(JfsPlainConnection connection) {
    if (endOnce(connection) && observed) {
      maker.ended(connection);
    }
  }

  private static boolean endOnce(JfsPlainConnection connection) {
    synchronized (LOCK) {
      boolean first = leave(connection);
      if (first) {
        connection.ended = true; // before the look at the words: see there
        int kind = kind(connection);
        int of = connection.opened ? kind : KINDS + kind;
        ENDED[of]++;
        EXAMPLES[of] = connection;
        fold(connection);
        forgo(connection);
        if (connection.local && connection.barred == JfsPlainConnection.FREE) {
          lived(connection.readMicros() + connection.writtenMicros());
        }
      }
      return first;
    }
  }

  /** A connection has ended that JFS had a part in, and would have saved so much, or has. */
  static void livedLate(long micros) {
    synchronized (LOCK) {
      lived(micros);
    }
  }

  private static void lived(long micros) {
    usual.lived(micros);
    if (worthIt) {
      firstMark = usual.firstMark();
    }
  }

  /** Has the maker told of each connection that ends. */
  public static void observe() {
    observed = true;
  }

  /**
   * JFS's part takes a connection over, unless it has ended. It counts here or there at any moment
   * of this monitor. Nothing here may fail halfway, not even for lack of stack.
   *
   * @return whether it has
   */
  @ReservedStackAccess
  static boolean move(JfsPlainConnection connection, JfsSocketPart part) {
    synchronized (LOCK) {
      if (!leave(connection)) {
        return false;
      }
      // A thread that meets what is taken waits for the socket's monitor.
      long in = connection.takeIn();
      long out = connection.takeOut();
      part.takeOver(
          connection,
          JfsPlainConnection.count(in),
          JfsPlainConnection.isBusy(in),
          JfsPlainConnection.count(out),
          JfsPlainConnection.isBusy(out));
      return true;
    }
  }

  private static boolean leave(JfsPlainConnection connection) {
    synchronized (LOCK) {
      if (connection.over) {
        return false;
      }
      connection.over = true;
      if (connection.newer == null) {
        newest = connection.older;
      } else {
        connection.newer.older = connection.older;
      }
      if (connection.older != null) {
        connection.older.newer = connection.newer;
      }
      connection.newer = null;
      connection.older = null;
      return true;
    }
  }

  /** A thread that was still in an ended connection has left it. */
  static void leftLate(JfsPlainConnection connection) {
    synchronized (LOCK) {
      fold(connection);
    }
  }

  private static void fold(JfsPlainConnection connection) {
    long sent = connection.sent();
    long received = connection.received();
    ENDED[SENT] += sent - connection.sentTold;
    ENDED[RECEIVED] += received - connection.receivedTold;
    connection.sentTold = sent;
    connection.receivedTold = received;
  }

  /** {@link #LOCAL} and so on. */
  public static int kind(JfsPlainConnection connection) {
    if (!connection.local) {
      return ELSEWHERE;
    }
    return switch (connection.barred) {
      case JfsPlainConnection.HALF_CLOSED -> HALF_CLOSED;
      case JfsPlainConnection.URGENT -> URGENT;
      default -> LOCAL;
    };
  }

  /** Adds what a connection has forgone: the savings beyond what a pair of it would have cost. */
  private static void forgo(JfsPlainConnection connection) {
    long saved = connection.readMicros() + connection.writtenMicros() - costMicros;
    if (connection.local && firstMark != Long.MAX_VALUE && saved > connection.forgone) {
      forgone += saved - connection.forgone;
      connection.forgone = saved;
      if (forgone >= worthMicros && !wanted) {
        wanted = true;
        maker.want();
      }
    }
  }

  /** Connections of this JVM are worth a transport, and JFS is ready. */
  public static void worthIt() {
    if (firstMark != Long.MAX_VALUE) {
      firstMark = usual.firstMark(); // soon right if a connection ends at this moment
      worthIt = true;
    }
  }

  /** A connection has reached what was due: whether JFS is to have a part in it. */
  static boolean isDue(JfsPlainConnection connection) {
    long saved = connection.readMicros() + connection.writtenMicros();
    connection.due = 2 * saved;
    if (!worthIt) {
      synchronized (LOCK) {
        forgo(connection);
        if (wanted) {
          connection.due = saved + worthMicros / 16; // JFS will be ready in a moment
        }
      }
    }
    return worthIt && connection.barred == JfsPlainConnection.FREE;
  }

  /** Whether connections of this JVM are worth a transport, and JFS is ready. */
  public static boolean isWorthIt() {
    return worthIt;
  }

  /** Has JFS get its part in all that live, the oldest first. */
  public static void giveAll() {
    endForgotten();
    List<JfsPlainConnection> all = new ArrayList<>();
    synchronized (LOCK) {
      addLive(all);
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      JfsPlainConnection one = all.get(i);
      JfsDeferredSocketImpl owner = one.get();
      if (owner == null) {
        end(one); // forgotten, and not in the queue yet
      } else {
        owner.give();
      }
    }
  }

  private static void addLive(List<JfsPlainConnection> all) {
    for (JfsPlainConnection one = newest; one != null; one = one.older) {
      all.add(one);
    }
  }

  /**
   * How many connections have ended, and how many bytes they carried, since the last call; and
   * which ones live at the same moment.
   *
   * @param live to which these are added
   * @param then is run at that moment; no connection ends or changes hands meanwhile
   * @return by {@link #LOCAL} and so on, the accepted ones {@link #KINDS} later; {@link #SENT},
   *     {@link #RECEIVED}
   */
  public static long[] takeEnded(List<JfsPlainConnection> live, Runnable then) {
    endForgotten();
    synchronized (LOCK) {
      addLive(live);
      then.run();
      long[] ended = ENDED.clone();
      Arrays.fill(ENDED, 0);
      return ended;
    }
  }

  /** One of those that ended, by the index of {@link #takeEnded}; null if there was none. */
  public static JfsPlainConnection example(int of) {
    synchronized (LOCK) {
      return EXAMPLES[of];
    }
  }
}
