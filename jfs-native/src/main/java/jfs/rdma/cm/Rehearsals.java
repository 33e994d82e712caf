package jfs.rdma.cm;

import java.io.IOException;
import jfs.core.transport.FirstUse;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.Rehearsal;

/**
 * What the reactor's thread does before there is a pair, while there is memory: it runs the
 * handlers of a lack of memory once, each in a {@link Rehearsal}, and uses for a first time what it
 * or a program's thread may need later.
 */
final class Rehearsals {

  private Rehearsals() {}

  /**
   * Runs the handlers of all classes that have some; the error that this throws at the end is for
   * the reactor's own.
   */
  static void all() throws IOException {
    FirstUse.ofCore();
    FirstUse.of(Registrar.Request.class);
    FirstUse.of(Registrar.Withdrawal.class);
    Pairs.rehearse();
    PairErrors.rehearse();
    PairWatch.rehearse();
    PairUpkeep.rehearse();
    RdmaTransport.rehearse();
    QueuePair.rehearse();
    PinnedMemory.rehearse();
    Rehearsal.lackMemory();
  }
}
