package jfs.rdma;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.transport.Reason;

/**
 * When the reactor is started: with the first connection that could use it. Where there is no
 * memory or no thread for it then, or no key of the cluster's, one of a later connection's threads
 * tries again, after a second and then more seldom: each try may have the JVM itself print a line.
 * Any thread may call. Those that come during the first try wait for it; later ones wait for
 * nothing.
 */
final class ReactorStart {

  /** Starts a reactor's thread. */
  interface Starter {

    /**
     * Goes on from where an earlier call has failed.
     *
     * @throws IOException if there is none for want of the cluster's key
     */
    Reactor start() throws IOException;
  }

  static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long LAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Starter starter;

  /** Null until its thread runs. Written with the monitor held, as all below. */
  private volatile Reactor reactor;

  /** Why there is none; null before the first try. Written after what says when to try again. */
  private volatile Reason absence;

  private volatile long retryAt;
  private long pause;

  ReactorStart(Starter starter) {
    this.starter = starter;
  }

  /**
   * The reactor, which may be started for it; null if there is none, and {@link #absence} says why.
   *
   * @param now {@link System#nanoTime}
   */
  Reactor reactor(long now) {
    Reactor started = reactor;
    return started != null || isToWait(now) ? started : start(now);
  }

  /** Why there is no reactor, once that was found. */
  Reason absence() {
    return absence;
  }

  private boolean isToWait(long now) {
    return absence != null && now - retryAt < 0;
  }

  private synchronized Reactor start(long now) {
    if (reactor != null || isToWait(now)) {
      return reactor; // another thread was sooner
    }
    boolean first = absence == null;
    pause = first ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LAST_PAUSE_NANOS);
    retryAt = now + pause;
    try {
      reactor = starter.start();
    } catch (IOException e) {
      // That was said at the start of the program, in a line of its own.
      Log.debug("no RDMA without the cluster's key: " + Log.describe(e));
      absence = RdmaReasons.NO_KEY;
    } catch (OutOfMemoryError | RuntimeException e) {
      // No thread, or the JVM is ending: not the connection's fault, which works on TCP.
      absence = Reason.NO_THREAD;
      if (first) {
        Log.warn("no RDMA for now: " + Log.describe(e));
      }
    }
    return reactor;
  }
}
