package jfs.rdma.verbs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.core.transport.TransportFailure;
import org.junit.jupiter.api.Test;

class FlushTimeoutTest {

  private static final long MILLI = 1_000_000;

  private static final int LOOKS = 4;

  private final FlushTimeout timeout = new FlushTimeout(0);

  @Test
  void deviceHasAWhile() {
    assertTrue(timeout.mayWait(0, LOOKS, 0));
    assertTrue(timeout.mayWait(0, LOOKS, 20 * MILLI));
    assertFalse(timeout.mayWait(0, LOOKS, 21 * MILLI));
  }

  @Test
  void timeInWhichNobodyLookedDoesNotCount() {
    assertTrue(timeout.mayWait(0, LOOKS - 1, 1000 * MILLI));
  }

  /**
   * Even if many connections break meanwhile: if these counted as waits in vain, none would ever
   * wait again.
   */
  @Test
  void afterAWaitInVainNoneWaitsForAWhile() {
    assertFalse(timeout.mayWait(0, LOOKS, 21 * MILLI));
    assertFalse(timeout.mayWait(100 * MILLI, LOOKS, 100 * MILLI));
    assertFalse(timeout.mayWait(220 * MILLI, LOOKS, 220 * MILLI));
    assertTrue(timeout.mayWait(221 * MILLI, LOOKS, 221 * MILLI));
  }

  private static QueuePair broken(MemoryVerbs verbs) {
    QueuePair queuePair = new QueuePair(new MemoryEndpoint(verbs, 1), () -> {});
    queuePair.breakOff(TransportFailure.OWN_ERROR, "by this test");
    return queuePair;
  }

  /** One of several devices may be gone while the others flush their queues as always. */
  @Test
  void deviceThatFlushesNothingCostsNoOtherItsTime() {
    MemoryFabric fabric = new MemoryFabric();
    QueuePair ofGone = broken(new MemoryVerbs(fabric));
    while (ofGone.awaitsLast()) {
      // Until the wait is in vain.
    }
    assertTrue(broken(new MemoryVerbs(fabric)).awaitsLast());
  }
}
