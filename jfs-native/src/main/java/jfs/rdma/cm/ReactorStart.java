package jfs.rdma.cm;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.transport.Reason;

/**
 * Starts the reactor with the first connection that could use it. If memory, a thread or the
 * cluster's key is lacking then, the thread of a later connection tries again, after a second and
 * then less often, since each try may make the JVM itself print a line. Any thread may call. Those
 * that come during the first try wait for it; later ones wait for nothing.
 */
final class ReactorStart {

  /** Starts a reactor's thread. */
  interface Starter {

    /**
     * Goes on from where an earlier call has failed.
     *
     * @throws IOException if the cluster's key cannot be read
     */
    Reactor start() throws IOException;
  }

  static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long LAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Starter starter;

  /** Null until its thread runs. Written with the monitor held, as all below. */
  private volatile Reactor reactor;

  /** Why there is none; null before the first try. Written after {@link #retryAt}. */
  private volatile Reason absence;

  private volatile long retryAt;
  private long pause;

  ReactorStart(Starter starter) {
    this.starter = starter;
  }

  /**
   * The reactor, which this may start; null if there is none, and then {@link #absence} says why.
   *
   * @param now {@link System#nanoTime}
   */
  Reactor reactor(long now) {
    Reactor started = reactor;
    return started != null || isToWait(now) ? started : start(now);
  }

  /** Why there is no reactor, after a try has failed. */
  Reason absence() {
    return absence;
  }

  private boolean isToWait(long now) {
    return absence != null && now - retryAt < 0;
  }

  private synchronized Reactor start(long now) {
    if (reactor != null || isToWait(now)) {
      return reactor; // another thread was faster
    }
    boolean first = absence == null;
    pause = first ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LAST_PAUSE_NANOS);
    retryAt = now + pause;
    try {
      reactor = starter.start();
    } catch (IOException e) {
      // A line at the start of the program has said that.
      Log.debug("no RDMA without the cluster's key", e);
      absence = RdmaReasons.NO_KEY;
    } catch (OutOfMemoryError | RuntimeException e) {
      // No thread, or the JVM is ending: the connection works on TCP.
      absence = Reason.NO_THREAD;
      if (first) {
        Log.warn("no RDMA for now: " + Log.describe(e));
      }
    }
    return reactor;
  }
}
