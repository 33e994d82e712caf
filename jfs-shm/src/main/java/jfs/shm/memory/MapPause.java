package jfs.shm.memory;

import java.util.concurrent.TimeUnit;

/**
 * When a file may be mapped again after the process had no address space for one, as under {@code
 * ulimit -v} (setrlimit(2), RLIMIT_AS). The JDK then collects all garbage, waits for 100 ms, and
 * tries once more ({@code FileChannelImpl.map}). A program must not pay for that with each of its
 * connections, so each failure doubles the pause.
 *
 * <p>Any thread may call.
 */
final class MapPause {

  static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(10);
  static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

  /** 0 if the last try has worked. */
  private long pause;

  private long failedAt;

  /** Whether it may be tried, at a {@link System#nanoTime}. */
  synchronized boolean isOver(long now) {
    return pause == 0 || now - failedAt >= pause;
  }

  synchronized void worked() {
    pause = 0;
  }

  synchronized void failed(long now) {
    pause = pause == 0 ? FIRST_NANOS : Math.min(2 * pause, LONGEST_NANOS);
    failedAt = now;
  }
}
