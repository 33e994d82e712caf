package jfs.core.wait;

/**
 * What one direction has learned of polling: a success earns a little, a wait in vain costs as much
 * as several successes save. Without credit each wait sleeps at once, but for a try now and then,
 * ever more seldom; one that succeeds gives half of the credit back.
 *
 * <p>A peer that the scheduler takes off its processor now and then is no reason to give up; one
 * that answers seldom in time is, since then the waits in vain cost more than all the others save.
 */
final class SpinCredit {

  private static final int MOST = 64;
  private static final int COST_OF_FAILURE = 8;

  /** Waits between two tries, at first and at most. */
  private static final int FIRST_PATIENCE = 64;

  private static final int LAST_PATIENCE = 4096;

  private int credit = MOST;
  private int skipped;
  private int patience = FIRST_PATIENCE;

  /** Whether to poll in this wait. */
  boolean allows() {
    if (credit > 0) {
      return true;
    }
    if (++skipped < patience) {
      return false;
    }
    skipped = 0;
    return true;
  }

  /** Polling found what was waited for. */
  void paid() {
    if (credit == 0) {
      credit = MOST / 2;
      patience = FIRST_PATIENCE;
    } else if (credit < MOST) {
      credit++;
    }
  }

  /** It did not. */
  void wasInVain() {
    if (credit == 0) {
      patience = Math.min(patience * 2, LAST_PATIENCE);
    } else {
      credit = Math.max(0, credit - COST_OF_FAILURE);
    }
  }
}
