package jfs.rdma;

import java.io.IOException;
import java.io.Serial;
import jfs.core.transport.FirstUse;

/**
 * When an error handler runs for the first time, the JVM resolves the classes that it catches and
 * uses, which takes memory. If the error is a lack of memory, the handler fails, and the error goes
 * on to the caller. So every handler that keeps the reactor's thread and its pairs alive runs once
 * when the thread starts.
 */
final class Rehearsal {

  /** The error that a rehearsal throws; it is no reason for a warning. */
  private static final class NoMemory extends OutOfMemoryError {
    @Serial private static final long serialVersionUID = 1;

    NoMemory() {
      super("rehearsal");
    }
  }

  private Rehearsal() {}

  /**
   * Runs the handlers of all classes that have some; the error that this throws at the end is for
   * the reactor's own.
   */
  static void all() throws IOException {
    FirstUse.ofCore();
    PairUpkeep.rehearse();
    RdmaConnection.rehearse();
    QueuePair.rehearse();
    SpillMemory.rehearse();
    PinnedMemory.rehearse();
    lackMemory();
  }

  /** Throws the error. */
  @SuppressWarnings("DoNotCallSuggester") // throwing is its purpose
  static void lackMemory() throws IOException {
    throw new NoMemory();
  }

  /** Whether this error is a rehearsal's. */
  static boolean isOne(Throwable error) {
    return error instanceof NoMemory;
  }
}
