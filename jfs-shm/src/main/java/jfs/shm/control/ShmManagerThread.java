package jfs.shm.control;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.runtime.LackOfMemory;
import jfs.core.runtime.ServiceThreads;
import jfs.core.transport.PairingEnd;

/**
 * Runs the {@link ShmConnectionManager}. It is a small class of its own, since a first connection
 * loads nothing else. To begin the manager, a JVM loads some 200 classes and the native library;
 * but a program that has just made its first connection is still starting, and its own threads and
 * compilers need the processors. So the thread sleeps until a connection is worth a pair, or for a
 * second. Then status clients can ask the JVM about its connections, which takes a part of that
 * work.
 */
public class ShmManagerThread implements Runnable {

  /** How long after the first connection the manager begins, if no connection wants it before. */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The pause between two attempts to start the thread, at first and at most. Each attempt may make
   * the JVM itself print a line, so they become rare.
   */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LAST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final String parent;
  private final boolean crossing;

  private volatile boolean started;

  /** Whether a connection wants a pair. */
  private volatile boolean needed;

  /**
   * Whether the thread has slept before it begins the manager, or need not. Used by this thread
   * alone, and before that starts.
   */
  private boolean rested;

  /** The thread, while it may sleep. Written before {@link #needed} is read. */
  private volatile Thread sleeper;

  /**
   * Null until this thread begins the manager; written by this thread, read by those that connect.
   */
  private volatile ShmConnectionManager manager;

  /** Whether this thread failed to load the manager, for good; read by threads that connect. */
  private volatile boolean unusable;

  /**
   * How long to wait after the last attempt; 0 before it. Guarded by the monitor, as is the next
   * field.
   */
  private long pause;

  private long triedAt;

  /**
   * The same manager for all callers. Not made beforehand: if memory is lacking, a later call can
   * still make it. Guarded by the monitor.
   */
  private ShmConnectionManager made;

  /**
   * Makes the thread, which does not run yet.
   *
   * @param parent the folder that holds the rendezvous directory, as the option {@code shm_dir}
   *     says
   * @param crossing whether it pairs with JVMs in other network namespaces
   */
  public ShmManagerThread(String parent, boolean crossing) {
    this.parent = parent;
    this.crossing = crossing;
  }

  /** Whether the manager has failed; called where a connection wants it. Any thread may call. */
  public boolean hasFailed() {
    ShmConnectionManager begun = manager;
    return begun == null ? unusable : begun.hasFailed();
  }

  /**
   * Makes the endpoint of an end that is wanted, and has the manager begin now. Any thread may
   * call.
   *
   * @param madeAt when its connection was made, by {@link System#nanoTime}
   */
  ShmEndpoint register(PairingEnd end, long madeAt) {
    ShmConnectionManager wanted = find();
    beNeeded();
    start();
    return wanted.register(end, madeAt);
  }

  /**
   * Starts the thread, unless it was started before; false if that is not possible now. Any thread
   * may call.
   */
  public boolean start() {
    return started || tryToStart();
  }

  /** Starts the thread, as {@link #start}, and has it begin the manager at once. */
  public synchronized boolean appear() {
    rested |= !started; // read by the thread that is not there yet
    return start();
  }

  /** Has the manager begin, and make links to all JVMs, though no connection wants a pair yet. */
  public void meetPeers() {
    beNeeded();
  }

  /**
   * This method and the thread that is about to sleep, here or in the manager, both write and then
   * read: whichever comes second sees what the other did.
   */
  void beNeeded() {
    if (!needed) {
      needed = true;
      LockSupport.unpark(sleeper);
      ShmConnectionManager begun = manager;
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
      // No thread can be started now. The connection must not fail for that: it works on TCP.
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
      String line = "no shared memory for now: " + Log.describe(e);
      if (e instanceof SecurityException) {
        Log.info(line); // a policy without JFS, which then stays out and says so to who asks alone
      } else {
        Log.warn(line);
      }
    } catch (OutOfMemoryError again) {
      // The heap was full. The program is connecting, which must not fail.
    }
  }

  /** Starts the thread. May fail for lack of a thread or of heap. */
  void startNow() {
    ServiceThreads.lasting(this, "jfs-shm").start();
  }

  long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void run() {
    awaitNeed();
    manager();
  }

  private void awaitNeed() {
    if (rested) {
      return; // this is a repeated run
    }
    sleeper = Thread.currentThread();
    long since = nanoTime();
    for (long left = QUIET_NANOS; left > 0 && !needed; left = QUIET_NANOS - (nanoTime() - since)) {
      sleep(left);
      Thread.interrupted(); // a program that interrupts all threads means its own
    }
    rested = true;
    sleeper = null;
  }

  /** Sleeps for at most so long, and not longer than until the manager is needed. */
  void sleep(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  /** Runs the manager until it ends. */
  void manager() {
    ShmConnectionManager found;
    try {
      found = find();
      manager = found;
    } catch (LinkageError e) {
      if (LackOfMemory.isCauseOf(e)) {
        throw e; // this method runs again
      }
      // One of its classes failed to initialise for lack of memory, and fails for good.
      unusable = true;
      Log.warn("no shared memory: " + Log.describe(e));
      return;
    }
    if (crossing && HostServices.installed() == null) {
      Log.warn("containers=on has no effect: the native library is not used");
    }
    if (needed) {
      // The thread that set this may have read the field "manager" too early.
      found.need();
    }
    found.run();
  }

  /** The manager. May fail for lack of memory, and then for good. */
  ShmConnectionManager find() {
    synchronized (this) {
      if (made == null) {
        made = new ShmConnectionManager(parent, crossing);
      }
      return made;
    }
  }
}
