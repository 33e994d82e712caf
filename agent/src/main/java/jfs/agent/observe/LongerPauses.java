package jfs.agent.observe;

import java.util.concurrent.TimeUnit;

/**
 * Pauses of JFS's thread while it looks for a tool, of whose start the JDK tells nobody: each is
 * twice as long as the one before, up to a second.
 */
final class LongerPauses {

  private static final long LONGEST_MILLIS = TimeUnit.SECONDS.toMillis(1);

  private long millis = 5;

  void pause() throws InterruptedException {
    Thread.sleep(millis);
    millis = Math.min(2 * millis, LONGEST_MILLIS);
  }
}
