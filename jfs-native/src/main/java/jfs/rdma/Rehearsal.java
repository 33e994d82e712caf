package jfs.rdma;

import java.io.IOException;
import java.io.Serial;
import jfs.core.transport.FirstUse;

/**
 * The first time that a handler of an error runs, the JVM resolves the classes that it catches and
 * uses, which takes memory. Where the error is that there is none, the handler fails, and the error
 * goes on to whoever called. So every handler that keeps the reactor's thread and its pairs alive
 * is run once when the thread starts.
 */
final class Rehearsal {

  /** What is thrown; nobody is to complain of it. */
  private static final class NoMemory extends OutOfMemoryError {
    @Serial private static final long serialVersionUID = 1;

    NoMemory() {
      super("rehearsal");
    }
  }

  private Rehearsal() {}

  /**
   * Runs the handlers of all classes that have some, but for the reactor's, which is to handle what
   * this throws at the end.
   */
  static void all() throws IOException {
    FirstUse.ofCore();
    PairUpkeep.rehearse();
    Conversation.rehearse();
    Wire.rehearse();
    SpillMemory.rehearse();
    PinnedMemory.rehearse();
    lackMemory();
  }

  /** Finds no memory. */
  @SuppressWarnings("DoNotCallSuggester") // to throw is what it is for
  static void lackMemory() throws IOException {
    throw new NoMemory();
  }

  /** Whether this error is a rehearsal's. */
  static boolean isOne(Throwable error) {
    return error instanceof NoMemory;
  }
}
