package jfs.rdma.cm;

import java.io.IOException;
import jfs.core.runtime.LackOfMemory;
import jfs.rdma.stream.LookResult;
import jfs.rdma.stream.RdmaConnection;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.Rehearsal;

/**
 * Polls the queues of pairs, arms them, and acts on what is there. For the reactor's thread only.
 *
 * <p>A completion queue raises an event if it is armed. A queue that threads poll all the time need
 * not be armed, and should not: each message would wake the reactor. So after its event a queue
 * stays unarmed while other threads poll it, and the reactor checks it every few milliseconds, less
 * often the longer they do; once no thread polls it, the reactor arms it. Threads that go to sleep
 * arm it themselves.
 */
final class PairWatch {

  private final Pairs pairs;
  private final PairCommit commit;
  private final RdmaFailures failures;
  private final PairErrors errors;

  PairWatch(Pairs pairs, PairCommit commit, RdmaFailures failures, PairErrors errors) {
    this.pairs = pairs;
    this.commit = commit;
    this.failures = failures;
    this.errors = errors;
  }

  /** Runs its handler once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | RuntimeException | Error e) {
      if (!LackOfMemory.isCauseOf(e)) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The event of a pair's queue has come. */
  void told(RdmaPair pair) {
    if (pair.transport() != null) {
      pair.transport().connection().disarmed();
      look(pair, false);
    }
  }

  /** Polls a pair and arms its queue. */
  void watch(RdmaPair pair) {
    try {
      look(pair, true);
    } catch (RuntimeException | Error e) {
      errors.failed(pair, Event.Kind.COMPLETIONS, e);
    }
  }

  /**
   * Polls a pair's queue until nothing more is there.
   *
   * @param arm whether to arm the queue; it is armed anyhow if the pair is not committed or a
   *     thread of it still sleeps
   */
  void look(RdmaPair pair, boolean arm) {
    RdmaTransport transport = pair.transport();
    if (transport == null) {
      return;
    }
    RdmaConnection connection = transport.connection();
    int found = connection.look(arm);
    if (!LookResult.isArmed(found)) {
      pairs.unarmed().add(pair);
    }
    if (LookResult.follows(found)) {
      commit.committed(pair);
    }
    if (!connection.hasCommitted()) {
      commit.looked(pair);
    } else {
      if (LookResult.isReset(found) && !pair.isDraining() && LookResult.cause(found) != null) {
        pair.failed(LookResult.cause(found));
      }
      boolean ends = pair.isDraining() && LookResult.hasDrained(found);
      failures.judge(pair, found, ends, System.nanoTime());
      if (ends) {
        pairs.remove(pair);
      }
    }
  }

  /** Arms a pair's queue if no thread polls it any more. */
  void sweep(RdmaPair pair) {
    int found = pair.transport().connection().sweep();
    if (LookResult.isIdle(found) || LookResult.isArmed(found)) {
      pairs.unarmed().remove(pair);
    }
    if (LookResult.isIdle(found)) {
      pairs.unarmed().soon();
      watch(pair);
    }
  }
}
