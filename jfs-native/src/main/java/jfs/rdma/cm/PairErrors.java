package jfs.rdma.cm;

import java.io.IOException;
import jfs.core.runtime.LackOfMemory;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.Rehearsal;

/**
 * What becomes of a pair where a handler of it has failed; others are not affected. For the
 * reactor's thread only.
 *
 * <p>A handler may find no memory, since the program may have taken all of it; later there will be
 * some. So that nothing is lost meanwhile, a pair notes the event that was not handled ({@link
 * RdmaPair#owe}), and the reactor handles it later.
 */
final class PairErrors {

  private final Pairs pairs;
  private final PairAbort abort;
  private final Complaints complaints;

  PairErrors(Pairs pairs, PairAbort abort, Complaints complaints) {
    this.pairs = pairs;
    this.abort = abort;
    this.complaints = complaints;
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

  /** Notes the event, since a pair that was left half-way might never get another. */
  void failed(RdmaPair pair, Event.Kind what, Throwable error) {
    pair.owe(what);
    pairs.owe();
    if (LackOfMemory.isCauseOf(error)) {
      return; // there will be memory later, and nothing is lost
    }
    complaints.about(error);
    try {
      giveUp(pair);
      pair.owesNothing();
    } catch (RuntimeException | Error e) {
      complaints.about(e);
    }
  }

  private void giveUp(RdmaPair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || !transport.connection().hasCommitted()) {
      abort.drop(pair, RdmaReasons.NO_MANAGER);
      return;
    }
    transport.connection().breakOff("an error of this process'");
    if (pair.isDraining()) {
      pairs.remove(pair);
    }
  }
}
