package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.FutureTask;
import jfs.shm.memory.ChunkSizes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReaderWatchTest {

  private final ReaderWatch watch = new ReaderWatch();

  @Test
  void aReaderThatStandsStillIsIdleAfterAWhile() {
    watch.begin(7, 100);
    assertFalse(watch.isIdle(7, 100 + ReaderWatch.IDLE_NANOS));
    assertTrue(watch.isIdle(7, 101 + ReaderWatch.IDLE_NANOS));
  }

  /**
   * Once a reader took the rest of a chunk that the sender had left, and nothing after that. The
   * sender waited for ever for bytes that TCP would have taken.
   */
  @Test
  void aReaderThatStandsStillAfterAStepIsIdleToo() {
    watch.begin(7, 100);
    assertFalse(watch.isIdle(8, 101 + ReaderWatch.IDLE_NANOS));
    assertFalse(watch.isIdle(8, 101 + 2 * ReaderWatch.IDLE_NANOS));
    assertTrue(watch.isIdle(8, 102 + 2 * ReaderWatch.IDLE_NANOS));
  }

  /**
   * The reader takes what the sender's first chunk held, while the sender waits in the next one.
   */
  @Test
  @Timeout(60)
  void aSenderGoesOnThoughItsReaderHasTakenItsLastStep() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.pool.chunks = 3;
      direction.out.announceSwitch(0);
      direction.out.send(new byte[100], 0, 100);
      FutureTask<Void> sending =
          new FutureTask<>(
              () -> {
                direction.out.send(new byte[2 * ChunkSizes.BULK], 0, 2 * ChunkSizes.BULK);
                return null;
              });
      Thread sender = new Thread(sending);
      sender.start();
      while (sender.getState() != Thread.State.TIMED_WAITING && sender.isAlive()) {
        Thread.onSpinWait();
      }
      assertEquals(100, direction.in.receive(new byte[100], 0, 100, 0));
      sending.get();
    }
  }
}
