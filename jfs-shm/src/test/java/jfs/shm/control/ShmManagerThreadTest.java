package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the manager begins, also if the JVM cannot start a thread for a while. */
class ShmManagerThreadTest {

  private static final long FIRST_SECONDS = 10;
  private static final long LAST_SECONDS = 600;

  /** A thread that fails to start, as Thread.start may, until the test lets it. */
  private static final class Unlucky extends ShmManagerThread {
    Throwable failure = new OutOfMemoryError("unable to create native thread");
    long seconds = Long.MAX_VALUE / TimeUnit.SECONDS.toNanos(1); // the clock may overflow
    int tries;

    Unlucky() {
      super("", false);
    }

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

  /** A thread with a clock that advances as it sleeps. */
  private static class Sleeping extends ShmManagerThread {
    long now = Long.MAX_VALUE - 1; // the clock may overflow
    long slept;
    boolean begun;

    Sleeping() {
      super("", false);
    }

    @Override
    void sleep(long nanos) {
      assertFalse(begun);
      now += nanos;
      slept += nanos;
    }

    @Override
    long nanoTime() {
      return now;
    }

    @Override
    void manager() {
      begun = true;
    }
  }

  private final Unlucky thread = new Unlucky();

  @Test
  void theManagerBeginsASecondAfterTheFirstConnection() {
    Sleeping thread = new Sleeping();
    thread.run();
    assertTrue(thread.begun);
    assertEquals(TimeUnit.SECONDS.toNanos(1), thread.slept);
  }

  @Test
  void theManagerBeginsAtOnceWhereAConnectionWantsIt() {
    Sleeping thread = new Sleeping();
    thread.beNeeded();
    thread.run();
    assertTrue(thread.begun);
    assertEquals(0, thread.slept);
  }

  /** Code that interrupts a whole thread group may interrupt this thread, too. */
  @Test
  void theManagerIsNotBegunByAnInterrupt() {
    Sleeping thread =
        new Sleeping() {
          @Override
          void sleep(long nanos) {
            assertFalse(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            super.sleep(1 + nanos / 2);
          }
        };
    thread.run();
    assertTrue(thread.begun);
    assertFalse(Thread.interrupted());
  }

  @Test
  @Timeout(60)
  void whoSleepsIsWokenWhereAConnectionWantsIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    ShmManagerThread thread =
        new ShmManagerThread("", false) {
          @Override
          void manager() {
            begun.countDown();
          }

          @Override
          long nanoTime() {
            return 0; // would sleep for ever
          }
        };
    Thread runner = new Thread(thread);
    runner.setDaemon(true);
    runner.start();
    while (runner.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    thread.beNeeded();
    begun.await();
  }

  /** A thread that cannot load the manager's classes. */
  private static ShmManagerThread without(Error failure) {
    ShmManagerThread thread =
        new ShmManagerThread("", false) {
          @Override
          ShmConnectionManager find() {
            throw failure;
          }
        };
    thread.beNeeded();
    return thread;
  }

  @Test
  void aManagerWhoseClassesCouldNotBeginHasFailed() {
    ShmManagerThread thread = without(new NoClassDefFoundError("Pretended"));
    assertFalse(thread.hasFailed());
    thread.run();
    assertTrue(thread.hasFailed());
  }

  /** The lasting thread runs it again. */
  @Test
  void aManagerThatLacksMemoryIsLeftToTheThread() {
    Error lack = new ExceptionInInitializerError(new OutOfMemoryError());
    ShmManagerThread thread = without(lack);
    assertSame(lack, assertThrows(Error.class, thread::run));
    assertFalse(thread.hasFailed());
  }

  @Test
  void isNotTriedForEveryConnectionWhileThereIsNone() {
    for (int i = 0; i < 3; i++) {
      assertFalse(thread.start());
    }
    thread.seconds += FIRST_SECONDS - 1;
    assertFalse(thread.start());
    assertEquals(1, thread.tries);
  }

  @Test
  void isTriedAgainLaterAndThenStartedOnce() {
    assertFalse(thread.start());
    thread.failure = null;
    thread.seconds += FIRST_SECONDS;
    assertTrue(thread.start());
    assertTrue(thread.start());
    assertEquals(2, thread.tries);
  }

  @Test
  void isTriedAgainWhereAManagerForbadeIt() {
    thread.failure = new SecurityException("modifyThreadGroup");
    assertFalse(thread.start());
    thread.failure = null;
    thread.seconds += FIRST_SECONDS;
    assertTrue(thread.start());
  }

  @Test
  void isTriedEverMoreSeldomButNeverGivenUp() {
    assertFalse(thread.start());
    for (long pause = FIRST_SECONDS; pause < LAST_SECONDS; pause *= 2) {
      assertTriedAfter(pause);
    }
    for (int i = 0; i < 3; i++) {
      assertTriedAfter(LAST_SECONDS);
    }
    thread.failure = null;
    thread.seconds += LAST_SECONDS;
    assertTrue(thread.start());
  }

  private void assertTriedAfter(long pause) {
    int before = thread.tries;
    thread.seconds += pause - 1;
    assertFalse(thread.start());
    assertEquals(before, thread.tries, "tried before " + pause + " seconds were over");
    thread.seconds++;
    assertFalse(thread.start());
    assertEquals(before + 1, thread.tries, "not tried after " + pause + " seconds");
  }
}
