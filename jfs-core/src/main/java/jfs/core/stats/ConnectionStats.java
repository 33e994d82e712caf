package jfs.core.stats;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Consumer;
import jfs.core.carrier.OwnTraffic;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.core.transport.TransportKind;

/**
 * The counters of one connection.
 *
 * <p>Any thread may count, even while another one closes the connection: no byte is missed or
 * counted twice (see {@link #fold}).
 */
public final class ConnectionStats {

  // No VarHandles: the interpreter makes twice as many calls for each use of one.
  private static final AtomicLongFieldUpdater<ConnectionStats> SENT =
      AtomicLongFieldUpdater.newUpdater(ConnectionStats.class, "sent");

  private static final AtomicLongFieldUpdater<ConnectionStats> RECEIVED =
      AtomicLongFieldUpdater.newUpdater(ConnectionStats.class, "received");

  /** Told of connections that leave TCP; null for nobody. */
  private static volatile Consumer<ConnectionStats> upgrades;

  /** Told of connections whose transport has failed; null for nobody. */
  private static volatile FailureObserver failures;

  /** Learns of transports that fail. */
  @FunctionalInterface
  public interface FailureObserver {

    /** A transport has failed a connection. Any thread may call. */
    void failed(ConnectionStats connection, TransportKind kind, TransportFailure cause);
  }

  private final Totals totals;
  private final Origin origin;
  private final FourTuple ends;
  private final long since;
  private volatile Reason reason;

  private volatile TransportKind transport = TransportKind.TCP;
  private volatile long sent;
  private volatile long received;
  private volatile boolean folded;
  private volatile boolean inputEnded;
  private volatile boolean outputEnded;
  private volatile boolean closing;

  /** What went by TCP without JFS, which is not counted here; null if nothing can. */
  private volatile OwnTraffic own;

  /** What is in the totals already. Guarded by their monitor. */
  private long sentTold;

  private long receivedTold;

  /**
   * The failures that were counted, one bit each. Guarded by the monitor of the totals. No enum: a
   * field of its type would have its class loaded with this one.
   */
  private int failed;

  ConnectionStats(Totals totals, Origin origin, FourTuple ends, Reason reason, long since) {
    this.since = since;
    this.totals = totals;
    this.origin = origin;
    this.ends = ends;
    this.reason = reason;
  }

  /** Has an observer told of connections that leave TCP; it must not throw, nor block. */
  public static void observeUpgrades(Consumer<ConnectionStats> observer) {
    upgrades = observer;
  }

  /** Has an observer told of connections whose transport fails; it must not throw, nor block. */
  public static void observeFailures(FailureObserver observer) {
    failures = observer;
  }

  /**
   * Adds what goes by TCP without JFS, from the start.
   *
   * @param traffic of this connection; it has counted nothing yet
   */
  public void include(OwnTraffic traffic) {
    own = traffic;
  }

  /** Which end this is. */
  public Origin origin() {
    return origin;
  }

  /** The addresses; null if no code needs them. */
  FourTuple ends() {
    return ends;
  }

  /** When the connection was made, in milliseconds since the epoch. */
  public long since() {
    return since;
  }

  /** Notes that nothing more will be read: the peer has ended its direction, or the program has. */
  public void inputEnded() {
    inputEnded = true;
  }

  /** Notes that nothing more will be written. */
  public void outputEnded() {
    outputEnded = true;
  }

  /**
   * Notes that the program closes the connection. A socket that lingers holds its lock meanwhile,
   * so this first asks it for the address that others may want to know.
   */
  public void closing(boolean lingers) {
    if (lingers) {
      learnAddress();
    }
    closing = true;
  }

  void learnAddress() {
    if (ends != null && !closing) {
      ends.localAddress();
    }
  }

  /** The state of the connection. */
  ConnectionState state() {
    if (closing) {
      return ConnectionState.CLOSING;
    }
    if (inputEnded && outputEnded) {
      return ConnectionState.ENDED;
    }
    return inputEnded || outputEnded ? ConnectionState.HALF_CLOSED : ConnectionState.OPEN;
  }

  /** Why the connection is on TCP. */
  public Reason reason() {
    return reason;
  }

  /** What carries the connection now. */
  public TransportKind transport() {
    return transport;
  }

  /** Notes that at least one direction has left TCP. */
  public void carriedBy(TransportKind kind) {
    boolean first = transport == TransportKind.TCP;
    transport = kind;
    if (first) {
      tell(upgrades, this);
    }
  }

  /**
   * Tells an observer, if there is one, on a thread of the program that is in the midst of a read,
   * a write or a close. What the observer throws must not get there: the bytes of the read would be
   * lost. It throws where the heap or the stack is full, even if it catches all that it can. Not in
   * a class of its own, which would be loaded only then.
   */
  static <T> void tell(Consumer<T> observer, T what) {
    if (observer != null) {
      try {
        observer.accept(what);
      } catch (RuntimeException | Error e) {
        // Nobody is told of this one.
      }
    }
  }

  /**
   * Notes that a transport has failed; a cause counts once, however many threads find it.
   *
   * @param kind what has failed: perhaps before it carried the first byte, and not {@link
   *     #transport} then
   */
  @SuppressWarnings("EnumOrdinal") // a set of them takes memory
  public void failed(TransportKind kind, TransportFailure cause) {
    synchronized (totals) {
      int bit = 1 << cause.ordinal();
      if ((failed & bit) != 0) {
        return;
      }
      failed |= bit;
      totals.addFailure(kind, cause);
    }
    FailureObserver observer = failures;
    if (observer != null) {
      try {
        observer.failed(this, kind, cause);
      } catch (RuntimeException | Error e) {
        // As in tell.
      }
    }
  }

  /**
   * Sets why the connection is on TCP. A reason that says only that an end was not free any more,
   * as after a repeated search, replaces nothing but {@link Reason#UNPAIRED}.
   */
  public void explain(Reason newReason) {
    if (!newReason.isOfTheEnd() || reason.equals(Reason.UNPAIRED)) {
      reason = newReason;
    }
  }

  /** Counts bytes that the application gave to the connection. */
  public void addSent(long bytes) {
    SENT.getAndAdd(this, bytes);
    foldLate();
  }

  /** Counts bytes that the application got from the connection. */
  public void addReceived(long bytes) {
    RECEIVED.getAndAdd(this, bytes);
    foldLate();
  }

  /**
   * The same as {@link #addSent}, for threads that come one at a time, each after the other's last
   * step. It needs no atomic addition, which is seven calls in the interpreter.
   */
  public void addSentInTurn(long bytes) {
    long before = sent;
    sent = before + bytes;
    if (folded) {
      foldLate();
    }
  }

  /** The same as {@link #addReceived}, for threads that come one at a time. */
  public void addReceivedInTurn(long bytes) {
    long before = received;
    received = before + bytes;
    if (folded) {
      foldLate();
    }
  }

  /** Notes that what is {@linkplain #include included} has grown, perhaps after the end. */
  public void countedElsewhere() {
    if (folded) {
      foldLate();
    }
  }

  /**
   * Adds this connection's figures to the totals when it has ended. A thread that is still inside a
   * read or write adds what it counts afterwards itself. Either it counts before {@link #moveBytes}
   * reads the counter, or it sees {@code folded}: both sides write first and read second, and all
   * four accesses are volatile (JLS 17.4.4: one order for all of them). If both are true, the
   * second thread finds nothing left to add. The caller holds the monitor of the totals.
   */
  void fold() {
    folded = true;
    moveBytes();
  }

  /** Whether the counters are in the totals, or are about to be, and must not be shown. */
  boolean isFolded() {
    return folded;
  }

  private void foldLate() {
    if (folded) {
      synchronized (totals) {
        moveBytes();
      }
    }
  }

  private void moveBytes() {
    long nowSent = sent();
    long nowReceived = received();
    totals.addBytes(transport(), nowSent - sentTold, nowReceived - receivedTold);
    sentTold = nowSent;
    receivedTold = nowReceived;
  }

  long sent() {
    OwnTraffic traffic = own;
    return traffic == null ? sent : sent + traffic.sent();
  }

  long received() {
    OwnTraffic traffic = own;
    return traffic == null ? received : received + traffic.received();
  }
}
