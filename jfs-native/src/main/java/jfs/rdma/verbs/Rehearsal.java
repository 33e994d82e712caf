package jfs.rdma.verbs;

import java.io.IOException;
import java.io.Serial;

/**
 * When an error handler runs for the first time, the JVM resolves the classes that it catches and
 * uses, which takes memory. If the error is a lack of memory, the handler fails, and the error goes
 * on to the caller. So every handler that keeps the reactor's thread and its pairs alive runs once
 * when the thread starts.
 */
public final class Rehearsal {

  /** The error that a rehearsal throws; it is no reason for a warning. */
  private static final class NoMemory extends OutOfMemoryError {
    @Serial private static final long serialVersionUID = 1;

    NoMemory() {
      super("rehearsal");
    }
  }

  private Rehearsal() {}

  /** Throws the error. */
  @SuppressWarnings("DoNotCallSuggester") // throwing is its purpose
  public static void lackMemory() throws IOException {
    throw new NoMemory();
  }

  /** Whether this error is a rehearsal's. */
  public static boolean isOne(Throwable error) {
    return error instanceof NoMemory;
  }
}
