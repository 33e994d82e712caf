package jfs.core.stats;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportKind;

/**
 * The counters of one connection.
 *
 * <p>Any thread may count, also while another one closes the connection: not one byte is missed or
 * counted twice (see {@link #fold}).
 */
public final class ConnectionStats {

  // No VarHandles: the interpreter makes twice as many calls for each use of one.
  private static final AtomicLongFieldUpdater<ConnectionStats> SENT =
      AtomicLongFieldUpdater.newUpdater(ConnectionStats.class, "sent");

  private static final AtomicLongFieldUpdater<ConnectionStats> RECEIVED =
      AtomicLongFieldUpdater.newUpdater(ConnectionStats.class, "received");

  private final Totals totals;
  private final Origin origin;
  private final FourTuple ends;
  private final long since = System.currentTimeMillis();
  private volatile Reason reason;

  private volatile TransportKind transport = TransportKind.TCP;
  private volatile long sent;
  private volatile long received;
  private volatile boolean folded;
  private volatile boolean inputEnded;
  private volatile boolean outputEnded;
  private volatile boolean closing;

  /** What the totals have been told of. Guarded by their monitor. */
  private long sentTold;

  private long receivedTold;

  ConnectionStats(Totals totals, Origin origin, FourTuple ends, Reason reason) {
    this.totals = totals;
    this.origin = origin;
    this.ends = ends;
    this.reason = reason;
  }

  /** Which end this is. */
  public Origin origin() {
    return origin;
  }

  /** The addresses; null if nobody has asked for them. */
  FourTuple ends() {
    return ends;
  }

  /** When the connection was made, in milliseconds since the epoch. */
  long since() {
    return since;
  }

  /** Nothing more will be read: the peer has ended its direction, or the program has. */
  public void inputEnded() {
    inputEnded = true;
  }

  /** Nothing more will be written. */
  public void outputEnded() {
    outputEnded = true;
  }

  /**
   * The program closes the connection. If its socket may linger, nobody is to wait for its lock
   * meanwhile: what others may want to know of it is asked before.
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

  /** How far the connection is. */
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

  /** At least one direction has left TCP. */
  public void carriedBy(TransportKind kind) {
    transport = kind;
  }

  /**
   * Says why the connection is on TCP, in place of what was known before: unless that tells more
   * than that a search came too late, as one does that was made once more.
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
   * step: an atomic addition is seven calls in the interpreter.
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

  /**
   * Hands this connection's figures to the totals, when it has ended. What a thread that is still
   * inside a read or write counts afterwards, it hands over itself: either it adds before {@link
   * #moveBytes} reads the counter, or it sees {@code folded}. One of the two holds for each
   * addition because both sides write first and read second, all four accesses being volatile (JLS
   * 17.4.4: one order for all of them). If both hold, the second one finds nothing left to tell.
   * Called with the monitor of the totals held.
   */
  void fold() {
    folded = true;
    moveBytes();
  }

  /** Whether the counters have been handed over, or are about to be, and are not to be shown. */
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
    long nowSent = sent;
    long nowReceived = received;
    totals.addBytes(transport(), nowSent - sentTold, nowReceived - receivedTold);
    sentTold = nowSent;
    receivedTold = nowReceived;
  }

  long sent() {
    return sent;
  }

  long received() {
    return received;
  }
}
