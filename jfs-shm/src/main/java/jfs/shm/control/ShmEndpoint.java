package jfs.shm.control;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.RegisteredEndpoint;
import jfs.core.transport.TransportFailure;

/** An end of a connection that shared memory may serve. */
final class ShmEndpoint extends RegisteredEndpoint {

  /** What looks for other ends. Any thread may call. */
  interface Registrar {

    /** Enters an end, so that it is found, and looks for a search for it. */
    void enter(ShmEndpoint endpoint);

    /** Has the other end looked for. */
    void want(ShmEndpoint endpoint);

    /** Removes an end, so that it is not found any more. */
    void remove(ShmEndpoint endpoint);
  }

  /** Many times what an answer takes on a busy host. */
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So long no end is said to have no peer. */
  static final long YOUNG_NANOS = ANSWER_NANOS;

  /** Less than the time for which a search by the other end is kept: {@link Searches}. */
  private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(25);

  private final Registrar registrar;
  private final LongSupplier nanoTime;
  private final long madeAt;

  private volatile boolean entered;

  /** Guarded by the monitor, which the manager's thread never takes. */
  private boolean isRegistered;

  private volatile boolean withdrawn;

  /** Whether the other end is to be looked for. */
  private volatile boolean wanted;

  /**
   * Whether the other end was to be looked for and no peer has answered; {@link #askedAt} is set
   * then.
   */
  private volatile boolean unanswered;

  /** When the search began, by the clock. Written before {@link #unanswered}. */
  private volatile long askedAt;

  /** Whether a reason is known, so that silence adds none. Any thread writes it. */
  private volatile boolean explained;

  /** The pair that was offered or agreed on. Used by the manager's thread alone. */
  ShmPair pair;

  /**
   * What the kernel drops of this end's packets; null before the first proof. The manager's thread
   * writes it and then looks whether the end is over; a thread that closes the end notes that and
   * then reads it.
   */
  volatile PacketFilter filter;

  /** How many failed proofs may have cost packets. Used by the manager's thread alone. */
  int failedProofs;

  /**
   * Whether it has agreed on a pair, or has made an offer to the peer of this link. An offer to
   * another JVM does not count: that JVM may not hold the other end, while the peer that looks or
   * offers over this link does. Called by the manager's thread alone.
   */
  boolean isTaken(ShmPair.Link link) {
    return pair != null && (pair.transport().isComplete() || pair.isWith(link));
  }

  /**
   * Takes a clock such as {@link System#nanoTime}.
   *
   * @param madeAt when the connection was made, by the clock
   */
  ShmEndpoint(
      Registrar registrar,
      EndpointRegistry<ShmEndpoint> registry,
      PairingEnd end,
      LongSupplier nanoTime,
      long madeAt) {
    super(end, registry);
    this.registrar = registrar;
    this.nanoTime = nanoTime;
    this.madeAt = madeAt;
  }

  /**
   * Says why the connection is on TCP, unless its end is forgotten. The other end then counts as
   * found, or is not asked for any more.
   */
  void explain(Reason reason) {
    explained = true;
    answered();
    PairingEnd end = get();
    if (end != null) {
      end.explain(reason);
    }
  }

  /** Notes that its transport has failed the connection, unless the program has forgotten it. */
  void failed(TransportFailure cause) {
    PairingEnd end = get();
    if (end != null) {
      end.failed(cause);
    }
  }

  /**
   * Whether the other end may have looked for it before it was registered, in a search that is
   * forgotten by now.
   */
  boolean isOld() {
    return nanoTime.getAsLong() - madeAt > OLD_NANOS;
  }

  boolean isYoung() {
    return nanoTime.getAsLong() - madeAt < YOUNG_NANOS;
  }

  boolean isWanted() {
    return wanted;
  }

  /** Whether its connection was closed or forgotten. */
  boolean isOver() {
    return withdrawn || get() == null;
  }

  /**
   * The search for the other end begins, or would ask nobody. Any thread may call: one that learns
   * the reason at this moment writes {@link #explained} first, so one of the two sees that there is
   * a reason.
   */
  void asked() {
    if (!unanswered && !explained) {
      askedAt = nanoTime.getAsLong();
      unanswered = true;
      if (explained) {
        unanswered = false;
      }
    }
  }

  /** A peer has answered. */
  void answered() {
    unanswered = false;
  }

  /**
   * A peer that does not hold the other end sends no answer. So if none has come for longer than
   * one takes, this says that no peer holds it. Any thread may call.
   */
  void explainSilence() {
    PairingEnd end = get();
    if (end != null && unanswered && nanoTime.getAsLong() - askedAt > ANSWER_NANOS) {
      end.explain(Reason.NO_PEER);
    }
  }

  /**
   * Enters this end into the registry, so that it is found. Returns when it is there, even if
   * another thread is entering it. This method enters and then looks for a withdrawal; {@link
   * #withdraw} notes that and then removes: whichever comes second removes the end.
   */
  synchronized void enter() {
    if (!isRegistered) {
      entered = true;
      registrar.enter(this);
      isRegistered = true;
      if (withdrawn) {
        registrar.remove(this);
      }
    }
  }

  /** The connection is worth a transport: see {@link ShmRegistration}. */
  void want() {
    try {
      enter();
      wanted = true;
      registrar.want(this);
    } catch (OutOfMemoryError e) {
      // The program is reading or writing, which must not fail. It asks again later.
    }
  }

  /** The connection is over, or will stay on TCP. */
  void withdraw() {
    withdrawn = true;
    PacketFilter filters = filter;
    if (filters != null) {
      filters.close();
    }
    explainSilence();
    if (entered) {
      registrar.remove(this);
    }
  }
}
