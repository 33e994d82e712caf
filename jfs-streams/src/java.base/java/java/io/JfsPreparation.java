package java.io;

import java.util.concurrent.TimeUnit;
import jdk.internal.misc.InnocuousThread;

/**
 * Initialises the classes that JFS needs to write, or to read, before it does so for the first
 * time. A class whose initialiser fails is lost for good, and with it all streams; and the first
 * use may be at the end of a deep stack. So it is done on a thread that has all its stack.
 */
final class JfsPreparation implements Runnable {

  /** It takes a millisecond. If it takes so long, the JDK serves the streams meanwhile. */
  private static final int MOST_MILLIS = 1000;

  /** Those that were begun; null before that, and if there was no stack even for that. */
  private static volatile JfsPreparation writing;

  private static volatile JfsPreparation reading;

  private final boolean output;
  private volatile boolean done;

  private JfsPreparation(boolean output) {
    this.output = output;
  }

  /** Whether all is initialised; the first call has it done. Throws nothing. */
  static boolean isDone(boolean output) {
    JfsPreparation begun = output ? writing : reading;
    return begun != null ? begun.done : begin(output);
  }

  private static boolean begin(boolean output) {
    try {
      JfsPreparation begun = new JfsPreparation(output);
      Thread thread = InnocuousThread.newSystemThread("jfs-streams", begun);
      thread.setDaemon(true);
      set(output, begun);
      try {
        thread.start();
      } catch (OutOfMemoryError e) {
        begun.run(); // there are no threads to be had
        return begun.done;
      }
      await(thread);
      return begun.done;
    } catch (RuntimeException | Error e) {
      set(output, null); // another time
      return false;
    }
  }

  private static void set(boolean output, JfsPreparation begun) {
    if (output) {
      writing = begun;
    } else {
      reading = begun;
    }
  }

  private static void await(Thread thread) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
    boolean interrupted = false;
    try {
      for (long left = MOST_MILLIS; left > 0; ) {
        try {
          thread.join(left);
          return;
        } catch (InterruptedException e) {
          interrupted = true; // the program's, and to be kept for it
          left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void run() {
    try {
      for (Class<?> type : output ? ofOutput() : ofInput()) {
        JfsArrays.UNSAFE.ensureClassInitialized(type);
      }
      JfsStreams.prepared(output);
      done = true;
    } catch (RuntimeException | Error e) {
      // No heap, most likely. The JDK serves all streams from now on.
    }
  }

  private static Class<?>[] ofOutput() {
    return new Class<?>[] {
      JfsOverrides.class, JfsFields.class, JfsHot.class, JfsRmi.class, JfsWritePlan.class
    };
  }

  private static Class<?>[] ofInput() {
    return new Class<?>[] {
      JfsOverrides.class,
      JfsFields.class,
      JfsHot.class,
      JfsBigIntegerForm.class,
      JfsHandles.class,
      JfsReadPlan.class,
      JfsValues.class
    };
  }
}
