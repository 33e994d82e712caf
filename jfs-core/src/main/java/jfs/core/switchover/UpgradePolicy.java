package jfs.core.switchover;

import jfs.core.config.Option;
import jfs.core.config.Options;

/**
 * Decides when one connection is worth a transport. Pairing costs both JVMs processor time; a
 * transport then saves some for each message. So a connection is paired once what it is expected to
 * save exceeds that cost, given what it would have saved so far and how other connections of the
 * same listener lived ({@link ListenerHistory}), and once the JVM is worth a {@link FirstPair}. A
 * request and its answer never pay; of connections about which nothing is known, one pairs after
 * three round trips; where connections lived long, the next one pairs after its first, and where
 * they ended early, only one that outlives them does. Both ends must want it: the end that
 * connected looks for its peer, which is not to be found before it wants to be. A client that was
 * just started knows nothing of a server's connections, and the server does.
 *
 * <p>If the peer does not answer, this end asks again whenever the connection has lived twice as
 * long, to its end: what was in the way, as a device that is left alone for minutes, may pass.
 *
 * <p>One thread writes and one reads at a time. They share the fields without a lock: a count that
 * is lost makes an estimate a little worse.
 */
final class UpgradePolicy {

  /** Pair as soon as the connection is made. */
  static final boolean EAGER = isEager(Option.SHM) || isEager(Option.RDMA);

  /**
   * What shared memory saves, in microseconds of processor time at both ends together: for an
   * answer that a thread waits for, for any other call, and for each so many bytes. Measured, as
   * the next one, on two cores of a virtual machine: 2 and 8 round trips a connection, all pairs
   * and none. Machines differ, but in all of these alike.
   */
  private static final int TURN_MICROS = 35;

  private static final int CALL_MICROS = 4;
  private static final int BYTES_A_MICRO = 4096;

  /** What it costs to pair. */
  static final int COST_MICROS = 300;

  private final ListenerHistory history;
  private final FirstPair firstPair;

  /** What was saved, or would have been, by writes and by reads; each thread writes its own. */
  private long written;

  private long read;

  /**
   * Whether this end has written since it last read. What a server reads first counts as well, so
   * that both ends count as many turns.
   */
  private boolean awaitsAnswer = true;

  /** What takes the connection to its next stage. */
  private long nextMark = ListenerHistory.start(1);

  /** Guarded by the monitor, as are the rest. */
  private int stage;

  /** How much of what would have been saved the JVM knows of. */
  private long forgone;

  private boolean ended;

  UpgradePolicy(ListenerHistory history, FirstPair firstPair) {
    this.history = history;
    this.firstPair = firstPair;
  }

  private static boolean isEager(Option transport) {
    String value = Options.ofProcess().get(transport);
    return value.equals("eager") || value.equals("always");
  }

  /** The program has written so many bytes; whether it is time to ask for a transport. */
  boolean wrote(int bytes) {
    awaitsAnswer = true;
    written += CALL_MICROS + bytes / BYTES_A_MICRO;
    return written + read >= nextMark && advance();
  }

  /** The program has read so many bytes; whether it is time to ask. */
  boolean read(int bytes) {
    read += CALL_MICROS + bytes / BYTES_A_MICRO;
    if (awaitsAnswer) {
      awaitsAnswer = false;
      read += TURN_MICROS;
    }
    return written + read >= nextMark && advance();
  }

  private synchronized boolean advance() {
    long saved = written + read;
    forgo(saved);
    while (saved >= nextMark) {
      history.pass(stage);
      stage++;
      nextMark = Math.min(2 * nextMark, Long.MAX_VALUE / 2);
    }
    if (!firstPair.isWorthIt()) {
      return false;
    }
    // A connection beyond the last stage has paid for asking, and for each time that it asks again.
    return stage >= ListenerHistory.LAST_STAGE || history.expectedMicros(stage) >= COST_MICROS;
  }

  private void forgo(long saved) {
    firstPair.forgo(saved - forgone);
    forgone = saved;
  }

  /** For tests: what was saved, or would have been. */
  long savedMicros() {
    return written + read;
  }

  /** The connection is closed: its life counts for those that come after it. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      forgo(written + read);
      history.end(stage);
    }
  }
}
