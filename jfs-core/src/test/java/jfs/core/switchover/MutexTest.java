package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MutexTest {

  private final Mutex mutex = new Mutex();
  private int counter;

  private static <T> FutureTask<T> start(Callable<T> what) {
    FutureTask<T> task = new FutureTask<>(what);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  @Test
  void oneThreadAtATimeHoldsIt() throws Exception {
    int each = 20_000;
    List<FutureTask<Void>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean timed = i == 0;
      all.add(
          start(
              () -> {
                for (int n = 0; n < each; n++) {
                  if (timed) {
                    assertTrue(mutex.tryLock(60_000));
                  } else {
                    mutex.lock();
                  }
                  counter++;
                  mutex.unlock();
                }
                return null;
              }));
    }
    for (FutureTask<Void> one : all) {
      one.get(60, TimeUnit.SECONDS);
    }
    assertEquals(4 * each, counter);
    assertFalse(mutex.isLocked());
  }

  @Test
  void itsHolderMayTakeItAgain() throws Exception {
    mutex.lock();
    mutex.lock();
    assertTrue(mutex.tryLock());
    assertTrue(mutex.tryLock(1));
    for (int i = 0; i < 3; i++) {
      mutex.unlock();
      assertTrue(mutex.isLocked());
      assertFalse(start(mutex::tryLock).get());
    }
    mutex.unlock();
    assertFalse(mutex.isLocked());
    assertTrue(start(mutex::tryLock).get());
    assertFalse(mutex.tryLock());
  }

  @Test
  void aThreadThatWaitsForSomeTimeGivesUp() throws Exception {
    mutex.lock();
    assertFalse(start(() -> mutex.tryLock(1)).get());
    FutureTask<Boolean> patient = start(() -> mutex.tryLock(60_000));
    while (!mutex.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    mutex.unlock();
    assertTrue(patient.get());
  }

  @Test
  void aThreadThatWaitsForSomeTimeIsInterrupted() throws Exception {
    assertTrue(start(mutex::tryLock).get());
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> mutex.tryLock(60_000));
    assertFalse(Thread.interrupted());
  }
}
