package jfs.core.wait;

/**
 * What one direction has learned about polling. A success earns a little credit; a spin in vain
 * costs as much as several successes earn. Without credit each wait sleeps at once. After a number
 * of such waits the credit is full again; the number doubles each time, up to a limit, until
 * polling pays.
 *
 * <p>A peer that the scheduler takes off its processor now and then is no reason to give up. A peer
 * that seldom answers in time is one: the waits in vain then cost more than all others save. One
 * spin alone would be no fair trial: two ends that take turns on one processor part only if the
 * scheduler finds both of them running for a while.
 */
final class SpinCredit {

  private static final int MOST = 64;
  private static final int COST_OF_FAILURE = 8;

  /** That of one where others wait in turn: two trials are enough there. */
  private static final int COST_IN_CROWD = MOST / 2;

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

  /** Has the next wait poll, whatever was learned. */
  void renew() {
    skipped = 0;
    credit = MOST;
  }

  /** Polling found what was waited for. */
  void paid() {
    if (credit < MOST) {
      credit++;
    } else {
      patience = FIRST_PATIENCE;
    }
  }

  /**
   * Polling did not find it.
   *
   * @param crowded whether it never has, and more wait in turn than there are processors: each of
   *     thousands would find out for itself, at the expense of those that have work
   */
  void wasInVain(boolean crowded) {
    credit = Math.max(0, credit - (crowded ? COST_IN_CROWD : COST_OF_FAILURE));
  }
}
