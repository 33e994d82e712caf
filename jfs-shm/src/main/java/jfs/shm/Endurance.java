package jfs.shm;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.runtime.LackOfMemory;

/**
 * Does what the exchange's thread has to do, where the program may use up the heap at any moment.
 * Connections hang on this thread that work well meanwhile, so none of it may end the thread, and
 * what there was no memory for is done again a moment later: everything that is run here can be.
 *
 * <p>Nothing is allocated here, nor may it be to call this: a step is made when there is memory.
 */
final class Endurance {

  /** Five seconds in all. A program whose heap stays full for so long has come to its end. */
  private static final int MOST_TRIES = 250;

  private static final long PAUSE_NANOS = 20_000_000;

  static {
    // The first time that a handler is looked for, the JVM loads the class that it catches, which
    // takes memory: so once while there is some.
    run(new Rehearsal(), 0);
  }

  private Endurance() {}

  /** Has every handler looked at, once. */
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

  /** Something to do, more than once if need be. */
  interface Step {
    void run() throws IOException;
  }

  /**
   * Runs a step until there is memory for it.
   *
   * @return null, or why the thread can't go on
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
      } catch (VirtualMachineError e) {
        if (!LackOfMemory.isCauseOf(e)) {
          throw e; // a fault in mapped memory, say
        }
        LockSupport.parkNanos(pauseNanos);
      } catch (RuntimeException | LinkageError e) {
        // In either case, for it may come again and again.
        LockSupport.parkNanos(pauseNanos);
        if (!LackOfMemory.isCauseOf(e)) {
          complain(e); // of one connection, most likely; the others are to go on
          return null;
        }
      }
    }
    return null;
  }

  private static void complain(Throwable e) {
    try {
      Log.warn("pairing failed", e);
    } catch (OutOfMemoryError again) {
      // There is no memory to say so.
    }
  }
}
