package jfs.nio.shm;

import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.runtime.ServiceThreads;

/**
 * Runs the {@link Exchange}. A class of its own, and a small one, since it is all that a first
 * connection to elsewhere has to load: what the exchange needs is loaded by its own thread.
 */
class ExchangeThread implements Runnable {

  /**
   * Between two tries to start the thread, at first and at most. Each may have the JVM itself print
   * a line, so they become rare.
   */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LAST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final ExchangeThread OF_PROCESS = new ExchangeThread();

  private volatile boolean started;

  /** Guarded by the monitor, as the next: how long to wait after the last try; 0 before it. */
  private long pause;

  private long triedAt;

  /** For tests: this JVM's is another. */
  ExchangeThread() {}

  /** Starts the thread, unless it was started before; false if it can't be had at the moment. */
  static boolean start() {
    return OF_PROCESS.startOnce();
  }

  boolean startOnce() {
    return started || tryToStart();
  }

  private synchronized boolean tryToStart() {
    if (started || (pause > 0 && nanoTime() - triedAt < pause)) {
      return started;
    }
    try {
      startNow();
      started = true;
    } catch (OutOfMemoryError | SecurityException e) {
      // No more threads to be had: that is not the connection's fault, which works on TCP.
      boolean first = pause == 0;
      pause = first ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LAST_PAUSE_NANOS);
      triedAt = nanoTime();
      if (first) {
        complain(e);
      }
    }
    return started;
  }

  private static void complain(Throwable e) {
    try {
      Log.warn("no shared memory for now: " + Log.describe(e));
    } catch (OutOfMemoryError again) {
      // It was the heap that was full. The program connects just now, and is not to fail.
    }
  }

  /** Starts it. May fail for want of a thread, or of heap. */
  void startNow() {
    ServiceThreads.lasting(this, "jfs-shm").start();
  }

  long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void run() {
    Exchange.ofProcess().run();
  }
}
