package jfs.agent.observe;

import java.util.concurrent.TimeUnit;

/** Pauses of a thread that looks for something: each is twice as long as the one before. */
final class LongerPauses {

  private static final long LONGEST_MILLIS = TimeUnit.SECONDS.toMillis(1);

  private long millis = 5;

  void pause() throws InterruptedException {
    Thread.sleep(millis);
    millis = Math.min(2 * millis, LONGEST_MILLIS);
  }
}
