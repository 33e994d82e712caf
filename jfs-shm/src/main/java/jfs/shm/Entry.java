package jfs.shm;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/** An end of a connection in the books of its JVM. Forgotten ends can be collected. */
final class Entry extends WeakReference<PairingEnd> {

  /** Many times what an answer takes on a busy host. */
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Less than the time for which a search by the other end is kept: {@link Books}. */
  private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(25);

  private final Exchange exchange;
  private final LongSupplier nanoTime;
  private final long madeAt;
  private final FourTuple ends;
  private final boolean connector;

  private volatile boolean entered;

  /** Guarded by the monitor, which the exchange's thread never takes. */
  private boolean inBooks;

  private volatile boolean withdrawn;

  /** Whether the other end is to be looked for. */
  private volatile boolean wanted;

  /** Whether the other end was looked for and nobody has answered; {@link #askedAt} is set then. */
  private volatile boolean unanswered;

  /** When it was first, by the clock. Written before {@link #unanswered}. */
  private volatile long askedAt;

  /** Whether a reason is known, so that silence does not tell more. Any thread writes it. */
  private volatile boolean explained;

  /** What was offered, or agreed on. The exchange's thread's own. */
  ShmTransport transport;

  /**
   * Whether it has agreed on a pair, or has an offer out to the JVM at the other side of this link.
   * An offer to another JVM does not count: that JVM may not hold the other end, and the JVM that
   * looks or offers over this link does. The exchange's thread's own.
   */
  boolean isTaken(Link link) {
    return transport != null && (transport.isComplete() || transport.isWith(link));
  }

  /**
   * With a clock such as {@link System#nanoTime}.
   *
   * @param madeAt when the connection was made, by the clock
   */
  Entry(
      Exchange exchange,
      PairingEnd end,
      ReferenceQueue<PairingEnd> forgotten,
      LongSupplier nanoTime,
      long madeAt) {
    super(end, forgotten);
    this.exchange = exchange;
    this.nanoTime = nanoTime;
    this.madeAt = madeAt;
    this.ends = end.ends();
    connector = end.isConnector();
  }

  /** The four-tuple, as this end sees it. */
  FourTuple ends() {
    return ends;
  }

  /**
   * Says why the connection is on TCP, if its end is not forgotten. The other end was found, then,
   * or will not be asked for any more.
   */
  void explain(Reason reason) {
    explained = true;
    answered();
    PairingEnd end = get();
    if (end != null) {
      end.explain(reason);
    }
  }

  /** Whether this end connected: it is the one that looks for the other. */
  boolean isConnector() {
    return connector;
  }

  /** Whether the other end may have looked for it before it was in the books, and be forgotten. */
  boolean isOld() {
    return nanoTime.getAsLong() - madeAt > OLD_NANOS;
  }

  boolean isWanted() {
    return wanted;
  }

  /** Whether its connection was closed or forgotten. */
  boolean isOver() {
    return withdrawn || get() == null;
  }

  /** The other end is looked for now. The exchange's thread's own. */
  void asked() {
    if (!unanswered && !explained) {
      askedAt = nanoTime.getAsLong();
      unanswered = true;
    }
  }

  /** Somebody has answered. */
  void answered() {
    unanswered = false;
  }

  /**
   * Who does not hold the other end says nothing, so nobody holds it who has been asked for longer
   * than an answer takes. Any thread may call.
   */
  void explainSilence() {
    PairingEnd end = get();
    if (end != null && unanswered && nanoTime.getAsLong() - askedAt > ANSWER_NANOS) {
      end.explain(Reason.NO_PEER);
    }
  }

  /**
   * Enters this end into the books, so that it is found. Returns when it is there, even if another
   * thread enters it just now. Entered and then looked, withdrawn and then removed: whichever comes
   * second removes it.
   */
  synchronized void enter() {
    if (!inBooks) {
      entered = true;
      exchange.enter(this, !connector);
      inBooks = true;
      if (withdrawn) {
        exchange.books().remove(this);
      }
    }
  }

  /** The connection is worth a transport: see {@link ShmRegistration}. */
  void want() {
    try {
      enter();
      wanted = true;
      if (connector) {
        exchange.execute(new Errands.Look(exchange, this));
      } else {
        exchange.executeSoon(new Errands.Look(exchange, this)); // the other end looks for this one
      }
    } catch (OutOfMemoryError e) {
      // The program reads or writes just now, and is to have what it read. It asks again later.
    }
  }

  /** The connection is over, or will stay on TCP. */
  void withdraw() {
    withdrawn = true;
    explainSilence();
    if (entered) {
      exchange.books().remove(this);
    }
  }
}
