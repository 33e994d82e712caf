package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReopeningTest {

  private final Reopening reopening = new Reopening(0);
  private final Thread waiting = new Thread(reopening::await);

  /** The program may interrupt any thread, and this one would then spin for ever. */
  @Test
  void interruptIsForgotten() throws Exception {
    waiting.setDaemon(true);
    waiting.start();
    waiting.interrupt();
    while (waiting.isInterrupted()) {
      Thread.onSpinWait();
    }
    assertTrue(waiting.isAlive(), "nobody wants it");
    while (waiting.isAlive()) {
      reopening.wanted();
      Thread.onSpinWait();
    }
  }
}
