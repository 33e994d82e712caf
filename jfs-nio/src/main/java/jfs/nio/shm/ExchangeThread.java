package jfs.nio.shm;

import jfs.core.config.Log;

/**
 * Runs the {@link Exchange}. A class of its own, and a small one, since it is all that a first
 * connection to elsewhere has to load: what the exchange needs is loaded by its own thread.
 */
final class ExchangeThread implements Runnable {

  static {
    try {
      Thread thread = new Thread(null, new ExchangeThread(), "jfs-shm", 0, false);
      thread.setDaemon(true);
      thread.start();
    } catch (OutOfMemoryError | SecurityException e) {
      // No more threads to be had: that is not the connection's fault, which works on TCP.
      Log.warn("no shared memory: " + Log.describe(e));
    }
  }

  private ExchangeThread() {}

  /** Starts the thread, the first time; waits for nothing. */
  static void start() {}

  @Override
  public void run() {
    Exchange.ofProcess().run();
  }
}
