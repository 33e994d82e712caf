package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The JVM has no thread to give for a while: connections stay on TCP, until it has. */
class ExchangeThreadTest {

  private static final long FIRST_SECONDS = 10;
  private static final long LAST_SECONDS = 600;

  /** Whose starts fail, as Thread.start does, until they may not. */
  private static final class Unlucky extends ExchangeThread {
    Throwable failure = new OutOfMemoryError("unable to create native thread");
    long seconds = Long.MAX_VALUE / TimeUnit.SECONDS.toNanos(1); // the clock may pass its end
    int tries;

    @Override
    void startNow() {
      tries++;
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure instanceof RuntimeException exception) {
        throw exception;
      }
    }

    @Override
    long nanoTime() {
      return seconds * TimeUnit.SECONDS.toNanos(1);
    }
  }

  private final Unlucky thread = new Unlucky();

  @Test
  void isNotTriedForEveryConnectionWhileThereIsNone() {
    for (int i = 0; i < 3; i++) {
      assertFalse(thread.startOnce());
    }
    thread.seconds += FIRST_SECONDS - 1;
    assertFalse(thread.startOnce());
    assertEquals(1, thread.tries);
  }

  @Test
  void isTriedAgainLaterAndThenStartedOnce() {
    assertFalse(thread.startOnce());
    thread.failure = null;
    thread.seconds += FIRST_SECONDS;
    assertTrue(thread.startOnce());
    assertTrue(thread.startOnce());
    assertEquals(2, thread.tries);
  }

  @Test
  void isTriedAgainWhereAManagerForbadeIt() {
    thread.failure = new SecurityException("modifyThreadGroup");
    assertFalse(thread.startOnce());
    thread.failure = null;
    thread.seconds += FIRST_SECONDS;
    assertTrue(thread.startOnce());
  }

  @Test
  void isTriedEverMoreSeldomButNeverGivenUp() {
    assertFalse(thread.startOnce());
    for (long pause = FIRST_SECONDS; pause < LAST_SECONDS; pause *= 2) {
      assertTriedAfter(pause);
    }
    for (int i = 0; i < 3; i++) {
      assertTriedAfter(LAST_SECONDS);
    }
    thread.failure = null;
    thread.seconds += LAST_SECONDS;
    assertTrue(thread.startOnce());
  }

  private void assertTriedAfter(long pause) {
    int before = thread.tries;
    thread.seconds += pause - 1;
    assertFalse(thread.startOnce());
    assertEquals(before, thread.tries, "tried before " + pause + " seconds were over");
    thread.seconds++;
    assertFalse(thread.startOnce());
    assertEquals(before + 1, thread.tries, "not tried after " + pause + " seconds");
  }
}
