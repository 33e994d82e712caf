package jfs.core.wait;

/**
 * What one direction has learned of polling: a success earns a little, a wait in vain costs as much
 * as several successes save. Without credit each wait sleeps at once; after so many of those it is
 * granted again, ever more seldom as long as that leads to nothing.
 *
 * <p>A peer that the scheduler takes off its processor now and then is no reason to give up; one
 * that answers seldom in time is, since then the waits in vain cost more than all the others save.
 * One spin alone would be no fair trial: two ends that take turns on one processor part only if the
 * scheduler finds both of them running for a while.
 */
final class SpinCredit {

  private static final int MOST = 64;
  private static final int COST_OF_FAILURE = 8;

  /** Waits between two trials, at first and at most. */
  private static final int FIRST_PATIENCE = 64;

  private static final int LAST_PATIENCE = 4096;

  private int credit = MOST;
  private int skipped;
  private int patience = FIRST_PATIENCE;

  /** Whether to poll in this wait. */
  boolean allows() {
    if (credit == 0) {
      if (++skipped < patience) {
        return false;
      }
      skipped = 0;
      patience = Math.min(patience * 2, LAST_PATIENCE);
      credit = MOST;
    }
    return true;
  }

  /** Polling found what was waited for. */
  void paid() {
    if (credit < MOST) {
      credit++;
    } else {
      patience = FIRST_PATIENCE;
    }
  }

  /** It did not. */
  void wasInVain() {
    credit = Math.max(0, credit - COST_OF_FAILURE);
  }
}
