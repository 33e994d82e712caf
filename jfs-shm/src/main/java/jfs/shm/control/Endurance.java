package jfs.shm.control;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.runtime.LackOfMemory;

/**
 * Runs the steps of the manager's thread, although the program may use up the heap at any moment.
 * Working connections depend on this thread, so lack of memory must not end it: a step that found
 * no memory runs again a moment later. Every step that is run here can be repeated.
 *
 * <p>This class allocates nothing, and a call of it must not either: callers make their steps
 * beforehand, while there is memory.
 */
final class Endurance {

  /** Five seconds in all: a program without free heap for so long cannot go on. */
  private static final int MOST_TRIES = 250;

  private static final long PAUSE_NANOS = 20_000_000;

  /** Whether a fault in memory was told of. Used by the manager's thread alone. */
  private static boolean faulted;

  static {
    // When the JVM first searches a handler, it loads the class that the handler catches, which
    // takes memory. So this happens once now, while there is some.
    run(new Rehearsal(), 0);
  }

  private Endurance() {}

  /** Throws, so that the JVM searches the handlers once. */
  private static final class Rehearsal implements Step {
    private boolean over;

    @Override
    public void run() throws IOException {
      if (!over) {
        over = true;
        throw new OutOfMemoryError();
      }
      throw new IOException();
    }
  }

  /** Something to do; it may run more than once. */
  interface Step {
    void run() throws IOException;
  }

  /**
   * Runs a step, and repeats it while memory is lacking.
   *
   * @return null, or why the thread cannot go on
   */
  static Exception run(Step step) {
    return run(step, PAUSE_NANOS);
  }

  private static Exception run(Step step, long pauseNanos) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try {
        step.run();
        return null;
      } catch (IOException | ClosedSelectorException e) {
        return e;
      } catch (RuntimeException | LinkageError | VirtualMachineError e) {
        // Pauses in either case, since the failure may come again and again.
        LockSupport.parkNanos(pauseNanos);
        if (!LackOfMemory.isCauseOf(e)) {
          // Most likely of one connection; the others go on. A fault in memory that a peer has cut
          // off is an InternalError, and may come later than the access: JLS 11.1.3.
          complain(e);
          return null;
        }
      }
    }
    return null;
  }

  private static void complain(Throwable e) {
    if (e instanceof InternalError) {
      if (faulted) {
        return; // a peer may cause as many as it likes
      }
      faulted = true;
    }
    try {
      Log.warn("pairing failed", e);
    } catch (OutOfMemoryError again) {
      // There is no memory to log it.
    }
  }
}
