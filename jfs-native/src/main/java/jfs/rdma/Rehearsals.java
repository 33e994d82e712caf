package jfs.rdma;

import java.io.IOException;
import jfs.core.transport.FirstUse;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.Rehearsal;

/** Runs the handlers of a lack of memory once, each a {@link Rehearsal}. */
final class Rehearsals {

  private Rehearsals() {}

  /**
   * Runs the handlers of all classes that have some; the error that this throws at the end is for
   * the reactor's own.
   */
  static void all() throws IOException {
    FirstUse.ofCore();
    PairUpkeep.rehearse();
    RdmaTransport.rehearse();
    QueuePair.rehearse();
    PinnedMemory.rehearse();
    Rehearsal.lackMemory();
  }
}
