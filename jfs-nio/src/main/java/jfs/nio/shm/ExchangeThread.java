package jfs.nio.shm;

import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.runtime.ServiceThreads;

/**
 * Runs the {@link Exchange}. A class of its own, and a small one, since it is all that a first
 * connection to elsewhere has to load: what the exchange needs is loaded by its own thread.
 */
final class ExchangeThread implements Runnable {

  /**
   * Between two tries to start the thread, at first and at most. Each may have the JVM itself print
   * a line, so they become rare.
   */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LAST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static volatile boolean started;

  /** Guarded by the class, as those below: how long to wait after the last try; 0 before it. */
  private static long pause;

  private static long triedAt;

  private ExchangeThread() {}

  /** Starts the thread, unless it was started before; false if it can't be had at the moment. */
  static boolean start() {
    return started || tryToStart();
  }

  private static synchronized boolean tryToStart() {
    if (started || (pause > 0 && System.nanoTime() - triedAt < pause)) {
      return started;
    }
    try {
      ServiceThreads.lasting(new ExchangeThread(), "jfs-shm").start();
      started = true;
    } catch (OutOfMemoryError | SecurityException e) {
      // No more threads to be had: that is not the connection's fault, which works on TCP.
      if (pause == 0) {
        Log.warn("no shared memory for now: " + Log.describe(e));
      }
      pause = pause == 0 ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LAST_PAUSE_NANOS);
      triedAt = System.nanoTime();
    }
    return started;
  }

  @Override
  public void run() {
    Exchange.ofProcess().run();
  }
}
