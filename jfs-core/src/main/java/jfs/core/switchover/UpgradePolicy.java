package jfs.core.switchover;

import jfs.core.carrier.OwnTraffic;

/**
 * Decides when one connection is worth a transport. Pairing costs both JVMs processor time; a
 * transport then saves some for each message. So a connection is paired once its expected savings
 * exceed that cost, given what it would have saved so far and how other connections of the same
 * listener lived ({@link ListenerHistory}), and once the JVM is worth a {@link FirstPair}. A single
 * request with its answer never pays. A connection about which nothing is known pairs after three
 * round trips. Where connections lived long, the next one pairs after its first round trip; where
 * they ended early, only one that outlives them pairs. Both ends must want it: the end that
 * connected looks for its peer, and cannot find it before the peer wants to be found. A client that
 * has just started knows nothing of a server's connections, but the server does.
 *
 * <p>If the peer does not answer, this end asks again whenever the connection has lived twice as
 * long, until it ends. The obstacle may pass: JFS may leave a device alone for minutes, for
 * example.
 *
 * <p>One thread writes and one reads at a time. They share the fields without a lock: a count that
 * is lost makes an estimate a little worse.
 */
final class UpgradePolicy {

  /**
   * What shared memory saves, in microseconds of processor time at both ends together: for each
   * answer that a thread waits for, and for each call; and how many bytes save one more. Measured,
   * as the next one, on two cores of a virtual machine: 2 and 8 round trips a connection, with all
   * paired and with none. Machines differ, but by the same factor in all of these.
   */
  static final int TURN_MICROS = 35;

  static final int CALL_MICROS = 4;

  /** Of the bytes: 2 to the power of this. */
  static final int BYTES_SHIFT = 12;

  /** What pairing costs, likewise. */
  static final int COST_MICROS = 300;

  /** The savings with which {@link #isDue} is to be called for the first time. */
  static final long FIRST_MARK_MICROS = ListenerHistory.start(1);

  private final ListenerHistory history;
  private final FirstPair firstPair;

  /** What the carrier does by itself, and counts; null if that is nothing. */
  private final OwnTraffic own;

  /** What writes and reads saved, or would have saved; each thread writes its own. */
  private long written;

  private long read;

  /**
   * Whether this end has written since it last read. The first read counts as an answer in any
   * case, so that both ends count as many answers.
   */
  private boolean awaitsAnswer = true;

  /** The savings that take the connection to its next stage. */
  private long nextMark = FIRST_MARK_MICROS;

  /** The same, less what the carrier has saved by itself. */
  private long nextHere = FIRST_MARK_MICROS;

  /** Guarded by the monitor, like the fields below. */
  private int stage;

  /** How much {@link FirstPair} knows of. */
  private long forgone;

  private boolean ended;

  UpgradePolicy(ListenerHistory history, FirstPair firstPair, OwnTraffic own) {
    this.history = history;
    this.firstPair = firstPair;
    this.own = own;
  }

  /** Counts a write of so many bytes; returns whether it is time to ask for a transport. */
  boolean wrote(int bytes) {
    awaitsAnswer = true;
    written += CALL_MICROS + (bytes >> BYTES_SHIFT);
    return written + read >= nextHere && advance();
  }

  /** Counts a read of so many bytes; returns whether it is time to ask. */
  boolean read(int bytes) {
    read += CALL_MICROS + (bytes >> BYTES_SHIFT);
    if (awaitsAnswer) {
      awaitsAnswer = false;
      read += TURN_MICROS;
    }
    return written + read >= nextHere && advance();
  }

  /** The same for what the carrier has done by itself; tells it when to ask next. */
  boolean isDue() {
    boolean due = savedMicros() >= nextMark && advance();
    synchronized (this) {
      own.due(nextMark - written - read);
    }
    return due;
  }

  /** Notes that the connection pairs, or is to pair whatever that costs. */
  void pairs() {
    firstPair.made();
  }

  private synchronized boolean advance() {
    long saved = savedMicros();
    forgo(saved);
    pass(saved);
    nextHere = nextMark - (saved - written - read);
    if (!firstPair.isWorthIt()) {
      return false;
    }
    // A connection in the last stage has paid for asking, and for each time that it asks again.
    return stage >= ListenerHistory.LAST_STAGE || history.expectedMicros(stage) >= COST_MICROS;
  }

  private void pass(long saved) {
    while (saved >= nextMark) {
      history.pass(stage);
      stage++;
      nextMark = Math.min(2 * nextMark, Long.MAX_VALUE / 2);
    }
  }

  /** A connection forgoes what it would have saved beyond what its pair would have cost. */
  private void forgo(long saved) {
    long net = Math.max(0, saved - COST_MICROS);
    firstPair.forgo(net - forgone);
    forgone = net;
  }

  /** What was saved, or would have been. */
  long savedMicros() {
    return written + read + (own == null ? 0 : own.savedMicros());
  }

  /** Ends the life of the connection, which then counts for later connections. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      long saved = savedMicros();
      forgo(saved);
      pass(saved); // what it did before it had a policy was not asked about
      history.end(stage);
    }
  }
}
