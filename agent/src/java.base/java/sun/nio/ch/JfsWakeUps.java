package sun.nio.ch;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Why the thread of a selector is woken from its wait in the kernel: because the program asks, or
 * because it is to look again, of which the program must not notice anything. The kernel's sign is
 * one for both, and may come late, to the next wait.
 *
 * <p>A thread that wakes counts itself first, then says why, then wakes, and then leaves. So at the
 * end of each wait between the first and the last of these, the selecting thread sees either that
 * it is about to be woken or why. The sign then ends that wait or the next one.
 */
final class JfsWakeUps {

  private final AtomicInteger waking = new AtomicInteger();

  private volatile boolean byProgram;
  private volatile boolean toLook;

  /** Whether the sign of a wake-up may end the next wait. Used by the selecting thread. */
  private boolean late;

  /** The program wakes a selector. Any thread may call. */
  void byProgram(JfsEPollSelector selector) {
    waking.incrementAndGet();
    byProgram = true;
    wake(selector);
  }

  /** JFS has a selector look again. Any thread may call. */
  void toLook(JfsEPollSelector selector) {
    waking.incrementAndGet();
    toLook = true;
    wake(selector);
  }

  private void wake(JfsEPollSelector selector) {
    try {
      selector.wakeFromKernel();
    } finally {
      waking.decrementAndGet();
    }
  }

  /** Whether the program has asked that a selection returns. */
  boolean isByProgram() {
    return byProgram;
  }

  /** The selection returns, so what the program has asked for is done. For the selecting thread. */
  void returns() {
    if (byProgram) {
      byProgram = false;
      late = true;
    }
  }

  /**
   * A wait in the kernel is over; whether it may have ended for a reason of JFS's alone. For the
   * selecting thread.
   */
  boolean waitEnds() {
    boolean seen = toLook;
    if (seen) {
      toLook = false;
    }
    seen |= waking.get() > 0;
    boolean mayBe = seen || late;
    late = seen;
    return mayBe;
  }
}
