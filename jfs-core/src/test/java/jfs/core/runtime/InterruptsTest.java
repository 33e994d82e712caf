package jfs.core.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InterruptsTest {

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void aPauseIsOneEvenWhereTheThreadIsInterrupted() {
    Thread.currentThread().interrupt();
    long start = System.nanoTime();
    Interrupts.pause(TimeUnit.MILLISECONDS.toNanos(20));
    assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(20));
    assertTrue(Thread.currentThread().isInterrupted());
  }
}
