package jfs.core.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JVM can start no thread for a while. */
@Timeout(60)
class CleaningTest {

  private final AtomicInteger done = new AtomicInteger();
  private boolean lucky;
  private int tries;

  private final Cleaning cleaning =
      new Cleaning(
          task -> {
            tries++;
            return lucky ? ServiceThreads.daemon(task, "cleaner of a test") : new Unstartable(task);
          });

  /** A thread that does not start, as when the process has too many. */
  private static final class Unstartable extends Thread {
    Unstartable(Runnable task) {
      super(task);
    }

    @Override
    public synchronized void start() {
      throw new OutOfMemoryError("unable to create native thread");
    }
  }

  @Test
  void anOwnerIsServedWithoutItAndCleanedOnce() {
    Cleaner.Cleanable cleanable = cleaning.add(this, done::incrementAndGet);
    assertEquals(0, done.get());
    cleanable.clean();
    cleanable.clean();
    assertEquals(1, done.get());
  }

  @Test
  void theNextOwnerTriesAgainAndIsCleanedWhenForgotten() throws InterruptedException {
    cleaning.add(new Object(), done::incrementAndGet);
    assertEquals(1, tries);
    lucky = true;
    CountDownLatch cleaned = new CountDownLatch(1);
    cleaning.add(new Object(), cleaned::countDown);
    while (!cleaned.await(10, TimeUnit.MILLISECONDS)) {
      System.gc();
    }
    assertEquals(2, tries);
    assertEquals(0, done.get(), "the first was not registered");
  }
}
