package jfs.shm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.runtime.LackOfMemory;
import jfs.core.runtime.ServiceThreads;

/**
 * Runs the {@link Exchange}. A class of its own, and a small one, since it is all that a first
 * connection has to load. To begin the exchange, a JVM loads some 200 classes and the native
 * library, and a program that has just made its first connection is just starting: its own threads
 * and compilers want the processors. So the thread sleeps until a connection is worth a pair, or
 * for a second; from then on others can ask the JVM about its connections, which takes a part of
 * that.
 */
class ExchangeThread implements Runnable {

  /** How long after the first connection the exchange begins, if nobody wants it before. */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * Between two tries to start the thread, at first and at most. Each may have the JVM itself print
   * a line, so they become rare.
   */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LAST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final ExchangeThread OF_PROCESS = new ExchangeThread();

  private volatile boolean started;

  /** Whether a connection wants a pair. */
  private volatile boolean needed;

  /** Whether it has slept before it began. This thread's own. */
  private boolean rested;

  /** The thread, from when it may sleep. Written before {@link #needed} is read. */
  private volatile Thread sleeper;

  /** Null until this thread has begun it; written by this thread, read by those that connect. */
  private volatile Exchange exchange;

  /** Whether this thread could not begin it, and never will; for those that connect. */
  private volatile boolean unusable;

  /** Guarded by the monitor, as the next: how long to wait after the last try; 0 before it. */
  private long pause;

  private long triedAt;

  /** For tests: this JVM's is another. */
  ExchangeThread() {}

  /** Starts the thread, unless it was started before; false if it can't be had at the moment. */
  static boolean start() {
    return OF_PROCESS.startOnce();
  }

  /** Has the exchange begin now. */
  static void need() {
    OF_PROCESS.beNeeded();
    OF_PROCESS.startOnce();
  }

  /** Whether the exchange has failed; to be asked where somebody wants it. */
  static boolean hasFailed() {
    return OF_PROCESS.exchangeHasFailed();
  }

  boolean exchangeHasFailed() {
    Exchange begun = exchange;
    return begun == null ? unusable : begun.hasFailed();
  }

  boolean startOnce() {
    return started || tryToStart();
  }

  /**
   * Whichever comes second, this or the thread that is about to sleep, here or in the exchange,
   * sees what the other did.
   */
  void beNeeded() {
    if (!needed) {
      needed = true;
      LockSupport.unpark(sleeper);
      Exchange begun = exchange;
      if (begun != null) {
        begun.need();
      }
    }
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
    awaitNeed();
    exchange();
  }

  private void awaitNeed() {
    if (rested) {
      return; // it runs again
    }
    sleeper = Thread.currentThread();
    long since = nanoTime();
    for (long left = QUIET_NANOS; left > 0 && !needed; left = QUIET_NANOS - (nanoTime() - since)) {
      sleep(left);
      Thread.interrupted(); // a program that interrupts all its threads means its own
    }
    rested = true;
    sleeper = null;
  }

  /** Sleeps so long, or until the exchange is needed, or less. */
  void sleep(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  /** Runs until the exchange is over. */
  void exchange() {
    Exchange found;
    try {
      found = find();
      exchange = found;
    } catch (LinkageError e) {
      if (LackOfMemory.isCauseOf(e)) {
        throw e; // this runs again
      }
      // One of its classes could not begin, for want of memory then, and never will.
      unusable = true;
      Log.warn("no shared memory: " + Log.describe(e));
      return;
    }
    if (needed) {
      // The connection that wrote this may have looked for the exchange before it was to be seen.
      found.need();
    }
    found.run();
  }

  /** May fail for want of memory, and then once for all. */
  Exchange find() {
    return Exchange.ofProcess();
  }
}
